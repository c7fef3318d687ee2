#!/bin/sh
# Asks a running indicatord what readers ask. It prints one line for each check; exit status 1 if one fails, 2 without curl.
#
#   smoke.sh [URL]      http://127.0.0.1:8080 by default; also a proxy's address
#
# It needs only curl, and any dataset with at least one indicator. It changes nothing.
set -u

url=${1:-http://127.0.0.1:8080}
command -v curl >/dev/null || { echo "smoke.sh: curl is not installed" >&2; exit 2; }
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM

base=${url%/}
number=0 failed=0

# fetch PATH [CURL OPTION ...]: the answer to $work/head and $work/body; its status is printed.
fetch() {
    path=$1
    shift
    : >"$work/head"
    : >"$work/body"
    curl -sS --globoff --max-time 10 -D "$work/head" -o "$work/body" -w '%{http_code}' "$@" "$base$path" 2>"$work/error"
}

# header NAME: its value in the latest answer.
header() {
    tr -d '\r' <"$work/head" | sed -n "s/^$1: *//Ip" | tail -n 1
}

check() { # sentence, command ...
    number=$((number + 1))
    sentence=$1
    shift
    if "$@"; then
        echo "ok $number - $sentence"
    else
        failed=$((failed + 1))
        echo "FAILED $number - $sentence"
        sed 's/^/    /' "$work/error" 2>/dev/null
    fi
}

status_is() { # status, path, curl option ...
    wanted=$1
    shift
    [ "$(fetch "$@")" = "$wanted" ]
}
body_has() { grep -q -- "$1" "$work/body"; }
is_json() { status_is 200 "$1" && [ "$(header content-type)" = "application/json; charset=utf-8" ] && body_has '^{'; }

health() { status_is 200 /healthz && [ "$(cat "$work/body")" = ok ]; }
collection() { is_json "$1" && body_has '"schemaVersion": "1.0"' && body_has '"metrics": \['; }
member() { body_has "\"$1\": "; }
labelled() { fetch "$1" >"$work/status" && [ "$(header content-language)" = "$2" ]; }
compact() { status_is 200 '/data.json?pretty=0' && [ "$(wc -l <"$work/body")" -eq 0 ]; }
indicator() { is_json "$1" && member value && member period && member change && body_has "\"key\": \"$key\""; }
headed() {
    fetch /data.json >"$work/status" && length=$(wc -c <"$work/body") &&
        status_is 200 /data.json -I && [ "$(header content-length)" -eq "$length" ]
}
cached() {
    fetch /data.json >"$work/status"
    # Less than 900 seconds near an instant at which a status turns or an embargo ends.
    header cache-control |
        grep -Eq '^public, max-age=[0-9]+(, stale-while-revalidate=[0-9]+, stale-if-error=[0-9]+)?$'
}
unchanged() {
    fetch /data.json >"$work/status" && tag=$(header etag) && [ -n "$tag" ] &&
        status_is 304 /data.json -H "If-None-Match: $tag" && [ ! -s "$work/body" ] && [ "$(header etag)" = "$tag" ]
}
changed() { status_is 200 /data.json -H 'If-None-Match: "no-such-tag"' && [ -s "$work/body" ]; }
packed() {
    fetch /data.json >"$work/status" && cp "$work/body" "$work/plain" &&
        status_is 200 /data.json --compressed && cmp -s "$work/body" "$work/plain" &&
        [ "$(header content-encoding)" = gzip ]
}
cross_origin() { fetch /data.json -H 'Origin: https://example.org' >"$work/status" && [ "$(header access-control-allow-origin)" = '*' ]; }
preflight() { status_is 204 /data.json -X OPTIONS && [ "$(header access-control-allow-methods)" = "GET, HEAD, OPTIONS" ]; }
nothing() { status_is 404 "$1" && body_has "\"code\": \"$2\"" && [ "$(header cache-control)" = no-store ]; }
refused() { status_is 405 /data.json -X POST -d x && [ -n "$(header allow)" ]; }
table() { status_is 200 /data.csv && head -n 1 "$work/body" | grep -q '^key,name,category,value,'; }
# Between two requests a new release may come: so it is tried again.
same_snapshot() {
    for attempt in 1 2 3; do
        fetch /data.json >"$work/status"
        one=$(header snapshot-id)
        fetch /en/data.json >"$work/status"
        [ -n "$one" ] && [ "$one" = "$(header snapshot-id)" ] && return
    done
    return 1
}

status=$(fetch /data.json)
if [ "$status" = 000 ]; then
    echo "no answer: $url"
    sed 's/^/    /' "$work/error"
    exit 1
fi

# An empty store is no fault: every address says so until something is published.
if [ "$status" = 503 ] && body_has '"code": "nothing_published"'; then
    echo "nothing published yet: $url"
    exit 0
fi

check "/healthz answers ok" health
check "/data.json is a collection of version 1.0" collection /data.json
key=$(sed -n 's/^ *"key": "\([a-z0-9_-]*\)",*/\1/p' "$work/body" | head -n 1)
check "/data.json is in Russian" labelled /data.json ru
check "/en/data.json is a collection of version 1.0" collection /en/data.json
check "/en/data.json is in English" labelled /en/data.json en
check "/data.json?pretty=0 is compact" compact
check "/data/$key.json is the indicator $key" indicator "/data/$key.json"
check "/en/data/$key.json is the indicator $key" indicator "/en/data/$key.json"
check "HEAD says what GET would" headed
check "data may be cached for 15 minutes" cached
check "what has not changed is answered 304" unchanged
check "another tag is answered in full" changed
check "gzip carries the same bytes" packed
check "pages of other origins may read it" cross_origin
check "OPTIONS is answered 204" preflight
check "an unknown indicator is 404 with a code" nothing /data/no-such-indicator.json unknown_key
check "an unknown path is 404 with a code" nothing /no/such/path.json unknown_path
check "POST is refused with 405" refused
check "/data.csv is the table" table
check "both languages are of one snapshot" same_snapshot

if [ "$failed" -gt 0 ]; then
    echo "$failed of $number checks failed: $url"
    exit 1
fi
echo "all $number checks passed: $url"
