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

# What was public stays so, although the instant lies ahead again: also after a reload.
publish() { # version, value, options...
    sed -i "s/\"version\": \"[^\"]*\"/\"version\": \"$1\"/" "$place/dataset/dataset.json"
    printf 'date,value\n2026-10-20,1.7\n2026-11-20,%s\n' "$2" >"$place/dataset/indicators/usd.csv"
    "$program" publish "$place/dataset" --store "$place/store" --allow future --allow as-of "${@:3}" >/dev/null
}
publish v1 1.71
# Armed under the same clock, some minutes ahead.
clock '2026-11-20 11:50:00'
(
    export LD_PRELOAD=$library FAKETIME_TIMESTAMP_FILE=$place/clock FAKETIME_NO_CACHE=1 FAKETIME_DONT_FAKE_MONOTONIC=1
    publish v2 1.72 --at 2026-11-20T12:00:00Z
)
value_is() { [[ "$(ask /data/usd.json)" == *"\"valueRaw\": $1"* ]]; }
clock '2026-11-20 11:55:00'
start --store "$place/store"
value_is 1.71 || fail "v1 is in service before the instant"
clock '2026-11-20 12:00:01'
eventually value_is 1.72
clock '2026-11-20 11:00:00'
for _ in 1 2 3; do
    kill -HUP "$server"
    sleep 0.3
done
eventually says 'reload: v2'
value_is 1.72 || fail "what was public was withdrawn"
clock '2026-11-19 12:00:01'
kill -HUP "$server"
clock '2026-11-21 12:00:01'
kill -HUP "$server"
for _ in 1 2 3; do value_is 1.72 || fail "what was public was withdrawn by a day back, or by one forth"; done
! says 'reload: v1' || fail "what was public was withdrawn for a moment"
stop
echo "ok: what was public stays public"

# Whoever arms a release is told what the kernel knows of the clock.
arm() { # sentence, how adjtimex answers
    "$program" rollback --armed --store "$place/store" >/dev/null 2>&1 || true
    sed -i "s/\"version\": \"[^\"]*\"/\"version\": \"v9.$RANDOM\"/" "$place/dataset/dataset.json"
    strace -qq -f -o /dev/null -e "inject=adjtimex,clock_adjtime:$2" "$program" publish "$place/dataset" \
        --store "$place/store" --at 2062-01-01T00:00:00Z --allow future --allow as-of --allow early --lang en \
        >"$place/said" 2>&1 || { cat "$place/said"; fail "a release cannot be armed"; }
    if [ -n "$1" ]; then grep -q "$1" "$place/said"; else ! grep -q 'synchronised' "$place/said"; fi || {
        cat "$place/said"
        fail "adjtimex $2: '$1'"
    }
}
rm -rf "$place/store" && "$program" publish tests/fixtures/clean --store "$place/store" >/dev/null
arm 'is not synchronised' retval=5
arm '' retval=0
arm 'cannot be asked' error=EPERM
echo "ok: a clock that is not synchronised is warned of"
