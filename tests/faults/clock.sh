#!/usr/bin/env bash
# A clock that is set while the server runs: libfaketime sets it for the one process. Called with the program.
set -euo pipefail
export TZ=UTC
cd "$(dirname "$0")/../.."
program=$(realpath "$1")
library=$(find /usr/lib -name libfaketimeMT.so.1 | head -n 1)
place=$(mktemp -d)
server=
trap '[ -z "$server" ] || kill -9 "$server" 2>/dev/null || true; rm -rf "$place"' EXIT
cp -r tests/fixtures/clean "$place/dataset"

fail() {
    echo "FAILED: $1"
    cat "$place/log"
    exit 1
}

eventually() { # condition...
    for _ in $(seq 600); do
        if "$@"; then return; fi
        sleep 0.1
    done
    fail "never came true: $*"
}

says() { grep -q -- "$1" "$place/log"; }

ask() { # path
    python3 -c 'import sys, urllib.request; print(urllib.request.urlopen(sys.argv[1]).read().decode())' "$address$1"
}

# For the server alone: every process that reads this file has its clock.
clock() { echo "@$1" >"$place/clock.new" && mv "$place/clock.new" "$place/clock"; }

start() { # options...
    LD_PRELOAD=$library FAKETIME_TIMESTAMP_FILE=$place/clock FAKETIME_NO_CACHE=1 FAKETIME_DONT_FAKE_MONOTONIC=1 \
        "$program" serve --listen 127.0.0.1:0 "$@" 2>"$place/log" &
    server=$!
    eventually says 'listening on'
    address=$(sed -n 's/^listening on //p' "$place/log")
}

stop() {
    kill -TERM "$server"
    wait "$server" || fail "exit code $?"
    server=
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
stop
echo "ok: a status follows a clock that is set"

# What was public stays so, although the instant lies ahead again: also after a reload.
publish() { # version, value, store
    sed -i "s/\"version\": \"[^\"]*\"/\"version\": \"$1\"/" "$place/dataset/dataset.json"
    printf 'date,value\n2026-10-20,1.7\n2026-11-20,%s\n' "$2" >"$place/dataset/indicators/usd.csv"
    "$program" publish "$place/dataset" --store "$place/$3" --allow future --allow as-of >/dev/null
}
publish v1 1.71 store
publish v1 1.71 other
publish v2 1.72 other
cp -r "$place/other/releases/v2" "$place/store/releases/"
cp "$place/other/sums/v2" "$place/store/sums/"
python3 - "$place" <<'END'
import json, sys
place = sys.argv[1]
entry = json.loads(open(place + "/other/journal.jsonl").read().splitlines()[-1])
entry["at"] = "2026-11-20T12:00:00Z"
json.dump({"entry": entry}, open(place + "/store/armed.json", "w"))
END
value_is() { [[ "$(ask /data/usd.json)" == *"\"valueRaw\": $1"* ]]; }
clock '2026-11-20 11:59:50'
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
! says 'reload: v1' || fail "what was public was withdrawn for a moment"
stop
echo "ok: what was public stays public"
