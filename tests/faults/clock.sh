#!/usr/bin/env bash
# A clock that is set while the server runs: libfaketime sets it for the one process. Called with the program.
set -euo pipefail
export TZ=UTC
cd "$(dirname "$0")/../.."
program=$(realpath "$1")
library=$(find /usr/lib -name libfaketimeMT.so.1 | head -n 1)
. tests/faults/common.sh
cp -r tests/fixtures/clean "$place/dataset"

# For the server alone: every process that reads this file has its clock.
clock() { echo "@$1" >"$place/clock.new" && mv "$place/clock.new" "$place/clock"; }

start() { # options...
    forget
    LD_PRELOAD=$library FAKETIME_TIMESTAMP_FILE=$place/clock FAKETIME_NO_CACHE=1 FAKETIME_DONT_FAKE_MONOTONIC=1 \
        "$program" serve --listen 127.0.0.1:0 "$@" 2>"$place/log" &
    server=$!
    listens
}

status_is() { [[ "$(ask /data/usd.json)" == *"\"sourceStatus\": \"$1\""* ]]; }

# A status follows the clock in both directions. The source was checked at 08:00 and may be silent for 48 hours.
printf 'source,checked_at,error\nbank,2026-11-20T08:00:00+04:00,\n' >"$place/dataset/checks.csv"
clock '2026-11-20 10:00:00'
start --dataset "$place/dataset"
status_is verified || fail "it is verified at first"
clock '2026-11-23 10:00:00'
eventually status_is stale
clock '2026-11-20 11:00:00'
eventually status_is verified
ask /data.json >"$place/before"
# A day forth and a day back, over nothing that is known to change: the bytes are the same.
clock '2026-11-21 11:00:00'
ask /data.json >"$place/after"
cmp -s "$place/before" "$place/after" || fail "a day forth: another page"
clock '2026-11-19 11:00:00'
ask /data.json >"$place/after"
cmp -s "$place/before" "$place/after" || fail "two days back: another page"
# A day forth from there, over the instant at which the check is too old.
clock '2026-11-22 03:00:00'
status_is verified || fail "an hour before its instant it is verified"
clock '2026-11-23 03:00:00'
eventually status_is stale
clock '2026-11-22 03:00:00'
eventually status_is verified
stop
echo "ok: a status follows a clock that is set, by days and over its instant"

# A row that was public stays so, although its instant lies ahead again: also after a reload. Statuses go back.
with_rows() { # version, value, value of the row under embargo
    version "$1"
    printf 'date,value,not_before\n2026-10-20,1.7,\n2026-11-19,%s,\n2026-11-20,%s,2026-11-20T12:00:00Z\n' "$2" "$3" \
        >"$place/dataset/indicators/usd.csv"
}
value_is() { [[ "$(ask /data/usd.json)" == *"\"valueRaw\": $1"* ]]; }
reload() { # version
    local before
    before=$(count "reload: $1: ")
    kill -HUP "$server"
    eventually eval "[ \$(count 'reload: $1: ') -gt $before ]"
}
with_rows v1 1.71 1.72
clock '2026-11-20 11:55:00'
start --dataset "$place/dataset"
value_is 1.71 || fail "the row is not public before its instant"
clock '2026-11-20 12:00:01'
eventually value_is 1.72
says 'live: v1: .*; rows embargoed until 2026-11-20T16:00:00+04:00 are public' || fail "the log tells of it"
clock '2026-11-20 11:00:00'
reload v1
value_is 1.72 || fail "what was public was withdrawn by a reload"
# Another release with a row under embargo until the same instant: it was reached.
with_rows v2 1.81 1.82
clock '2026-11-19 12:00:01'
reload v2
value_is 1.82 || fail "what was public was withdrawn by a reload a day back"
status_is verified || fail "statuses follow the clock"
clock '2026-11-21 12:00:01'
reload v2
for _ in 1 2 3; do value_is 1.82 || fail "what was public was withdrawn by a day forth"; done
[ "$(count 'rows embargoed until')" = 1 ] || fail "what was public came twice"
stop
echo "ok: what was public stays public"

# A rate comes into force at midnight of its day, without a publication: by itself, and where the clock is set.
cp -r tests/fixtures/base "$place/rates"
printf 'date,value\n2026-02-04,7\n2026-11-24,6.5\n' >"$place/rates/indicators/policy-rate.csv"
in_force() { # value, day
    ask '/en/data/policy-rate/latest.json' |
        python3 -c 'import json, sys; f = json.load(sys.stdin)["inForce"]; sys.exit([str(f["valueRaw"]), f["date"]] != sys.argv[1:])' "$1" "$2"
}
since() { ask /en/view/policy-rate | sed 's/<[^>]*>//g; s/\xc2\xa0/ /g' | grep -q "In force since $1"; }
clock '2026-11-23 19:59:50'
start --dataset "$place/rates"
in_force 7 2026-02-04 || fail "a rate is in force before its day"
since '4 February 2026' || fail "the page says another day"
eventually in_force 6.5 2026-11-24
eventually since '24 November 2026'
clock '2026-11-23 19:00:00'
eventually in_force 7 2026-02-04
clock '2027-03-01 10:00:00'
eventually in_force 6.5 2026-11-24
stop
echo "ok: a rate comes into force at midnight"

# A date names one state, is never later than the clock, and is left out until both can be.
cp -r tests/fixtures/clean "$place/dataset.new" && rm -rf "$place/dataset" && mv "$place/dataset.new" "$place/dataset"
asked() { # path, header...: status and `Last-Modified`
    python3 -c '
import email.utils, http.client, sys
address, path, *fields = sys.argv[1:]
connection = http.client.HTTPConnection(address.removeprefix("http://"))
connection.request("GET", path, headers=dict(field.split(": ", 1) for field in fields))
answer = connection.getresponse()
date, modified = answer.getheader("Date"), answer.getheader("Last-Modified")
instant = email.utils.parsedate_to_datetime
assert instant(modified or date) <= instant(date), (path, modified, date)
print(answer.status, modified or "-")' "$address" "$@"
}
answers() { # expected, path, header...
    local expected=$1 found
    shift
    found=$(asked "$@")
    [ "$found" = "$expected" ] || fail "$*: $found in place of $expected"
}
paths='/data/usd.json /en/data/usd.json?pretty=0 /data/usd/history.csv /history.csv?last=1 /data.json /data.xlsx'
day='Fri, 20 Nov 2026'
changed() { # version, value
    version "$1"
    printf 'date,value\n2026-10-20,1.7\n2026-11-19,%s\n' "$2" >"$place/dataset/indicators/usd.csv"
    reload "$1"
}
clock '2026-11-20 14:00:00'
start --dataset "$place/dataset"
read -r _ first <<<"$(asked /data/usd.json)"
for path in $paths; do
    answers "304 $first" "$path" "If-Modified-Since: $first"
    answers "200 $first" "$path" "If-Unmodified-Since: $first"
    answers "200 $first" "$path" "If-Modified-Since: $day 14:10:00 GMT"
    answers "412 -" "$path" "If-Unmodified-Since: $day 14:10:00 GMT"
done
# Four hours back, and another figure: for four hours there is no date, and none is compared.
clock '2026-11-20 10:00:00'
changed d1 1.71
for path in $paths; do
    for date in "$first" "$day 10:00:00 GMT" "$day 23:00:00 GMT"; do
        answers '200 -' "$path" "If-Modified-Since: $date"
        answers '200 -' "$path" "If-Unmodified-Since: $date"
    done
done
clock '2026-11-20 14:30:00'
read -r _ second <<<"$(asked /data/usd.json)"
[[ "$second" > "$first" && "$second" < "$day 14:30" ]] || fail "$second follows $first"
for path in $paths; do
    answers "200 $second" "$path" "If-Modified-Since: $first"
    answers "304 $second" "$path" "If-Modified-Since: $second"
    answers "412 -" "$path" "If-Unmodified-Since: $first"
done
# Back between two reloads that both change it, by less than an hour and into the second of the former.
clock '2026-11-20 16:00:00'
changed d2 1.72
read -r _ third <<<"$(asked /data/usd.json)"
clock '2026-11-20 15:59:58'
changed d3 1.73
[[ "$(asked /data/usd.json "If-Modified-Since: $third")" == 200* ]] || fail "304 for another figure"
clock '2026-11-20 17:00:00'
read -r _ fourth <<<"$(asked /data/usd.json)"
[[ "$third" > "$second" && "$fourth" > "$third" ]] || fail "dates: $second, $third, $fourth"
stop
# Another server with another clock and the same figure: its date is another one, and the first one's is not taken for it.
clock '2026-11-20 12:00:00'
start --dataset "$place/dataset"
read -r _ other <<<"$(asked /data/usd.json)"
for path in $paths; do
    answers "200 $other" "$path" "If-Modified-Since: $fourth"
    answers "412 -" "$path" "If-Unmodified-Since: $fourth"
done
stop
echo "ok: a date of an answer names one state, and is left out where the clock is behind it"

# Who publishes a row under embargo is told what the kernel knows of the clock.
# A copy: publications are noted in the directory.
cp -r tests/fixtures/clean "$place/clean"
rm -rf "$place/store" && "$program" publish --yes "$place/clean" --new-store --store "$place/store" >/dev/null
publish() { # sentence, how adjtimex answers
    version "v9.$RANDOM"
    printf 'date,value,not_before\n2026-10-20,1.7,\n2026-11-20,1.7,\n2061-12-31,%s,2062-01-01T00:00:00Z\n' "1.7$RANDOM" \
        >"$place/dataset/indicators/usd.csv"
    strace -qq -f -o /dev/null -e "inject=adjtimex,clock_adjtime:$2" "$program" publish --yes "$place/dataset" \
        --store "$place/store" --allow future --allow as-of --allow early --allow revision --allow jump --lang en \
        >"$place/said" 2>&1 || { cat "$place/said"; fail "a row under embargo cannot be published"; }
    if [ -n "$1" ]; then grep -q "$1" "$place/said"; else ! grep -q 'synchronised' "$place/said"; fi || {
        cat "$place/said"
        fail "adjtimex $2: '$1'"
    }
}
publish 'is not synchronised' retval=5
publish '' retval=0
publish 'cannot determine whether' error=EPERM
echo "ok: a clock that is not synchronised is warned of"
