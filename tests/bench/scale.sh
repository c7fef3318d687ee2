#!/bin/bash
# What many indicators and long histories cost: start, a reload after one new row and after a morning (the check of the
# source of all series, and a row in 23 of them), the comparison with one new row (`diff`, and `publish --dry-run` against a
# store), and memory; each as a multiple of what the same run needs to check the same files, to start with them, or to keep
# serving them.
#
# Needs `python3` and `curl` and the program as it is shipped (packaging/build-static, profile `packaged`). Linux alone: reads /proc.
# Usage: tests/bench/scale.sh [INDICATORSxROWS...]      INDICATORD=path of another binary
#
# ROWS are those of each indicator. Without arguments: 200x500 200x5000 2000x100 10000x20. Prints a table in Markdown.
# CPU times are those of all threads, from the kernel; one load on the machine weighs on all columns of a line alike.
set -euo pipefail
export LC_ALL=C

root=$(cd "$(dirname "$0")/../.." && pwd)
binary=${INDICATORD:-$root/target/static/indicatord}
[ $# -gt 0 ] || set -- 200x500 200x5000 2000x100 10000x20
work=$(mktemp -d)
pid=

cleanup() {
    [ -z "$pid" ] || { kill "$pid" 2>/dev/null && wait "$pid" 2>/dev/null; } || true
    rm -rf "$work"
}
trap cleanup EXIT

[ -x "$binary" ] || { echo "$binary is missing: packaging/build-static" >&2; exit 1; }

# --- Measures ---------------------------------------------------------------------------------------------------------

# publish DIR DATE COUNT VERSION: a row more in so many series (every other one is daily), with the version and the as-of of
# a new publication.
publish() {
    local series
    for series in $(seq -f 'series-%05g' 0 2 $((2 * $3 - 2))); do echo "$2,1.7000" >>"$1/indicators/$series.csv"; done
    sed -i -E "s/\"version\": \"[0-9]+\"/\"version\": \"$4\"/; s/\"asOf\": \"[^\"]*\"/\"asOf\": \"$2T10:00:00+04:00\"/" \
        "$1/dataset.json"
}

# CPU time of a reload until that version is served, in hundredths of a second.
reload() {
    local before
    before=$(cpu "$pid")
    kill -HUP "$pid"
    # The whole answer is read: a pipe that is closed early would count as a failure.
    until [[ $(curl -sf "$address/status.json") == *"\"version\": \"$1\""* ]]; do
        kill -0 "$pid" 2>/dev/null || { cat "$work/log" >&2; exit 1; }
        sleep 0.05
    done
    echo $(($(cpu "$pid") - before))
}

# User and system time of a process so far, in hundredths of a second.
cpu() { awk '{ sub(/^.*\) /, ""); print $12 + $13 }' "/proc/$1/stat"; }

# A line of /proc/PID/status, in MB.
memory() { awk -v name="$2:" '$1 == name { printf "%.1f", $2 / 1024 }' "/proc/$1/status"; }

serve() {
    rm -f "$work/log"
    "$binary" serve --dataset "$1" --listen 127.0.0.1:0 2>"$work/log" &
    pid=$!
    until grep -q "listening on" "$work/log"; do
        kill -0 "$pid" 2>/dev/null || { cat "$work/log" >&2; exit 1; }
        sleep 0.02
    done
    address=$(grep -o "http://[^ ]*" "$work/log" | head -1)
}

# CPU time of a command that says nothing here, in seconds, and its greatest resident size, in MB.
run() {
    python3 -B - "$@" <<'PYTHON'
import resource, subprocess, sys

subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)
PYTHON
}

echo "| indicators × rows | files, MB | check, s CPU | start, × check | reload of one row, × start | reload after a morning, × start | diff, × start | publish --dry-run, × start | resident, MB (× files) | peak in a reload, × resident | peak of diff, × resident |"
echo "|---|---|---|---|---|---|---|---|---|---|---|"
for size in "$@"; do
    indicators=${size%x*} rows=${size#*x} data=$work/data
    rm -rf "$data"; python3 -B "$root/tests/bench/dataset.py" "$data" "$indicators" "$rows"
    files=$(find "$data" -type f -printf '%s\n' | awk '{ sum += $1 } END { printf "%.2f", sum / 1048576 }')
    read -r check _ < <(run "$binary" check "$data")
    rm -rf "$work/old" "$work/store"; cp -r "$data" "$work/old"
    "$binary" publish "$work/old" --new-store --store "$work/store" --yes >/dev/null 2>&1
    serve "$data"
    start=$(cpu "$pid")
    sleep 1    # what the allocator gives back after a start
    resident=$(memory "$pid" VmRSS)
    echo 5 >"/proc/$pid/clear_refs" 2>/dev/null || true    # the peak counts from here
    publish "$data" 2026-11-20 1 2
    row=$(reload 2) peak=$(memory "$pid" VmHWM)
    read -r diff diffpeak < <(run "$binary" diff "$work/old" "$data")
    read -r dry _ < <(run "$binary" publish "$data" --store "$work/store" --dry-run)
    publish "$data" 2026-11-21 23 3
    sed -i 's/2026-11-20T09/2026-11-21T09/' "$data/checks.csv"
    morning=$(reload 3)
    awk -v i="$indicators" -v r="$rows" -v files="$files" -v check="$check" -v start="$start" -v row="$row" -v morning="$morning" \
        -v resident="$resident" -v peak="$peak" -v diff="$diff" -v dry="$dry" -v diffpeak="$diffpeak" 'BEGIN {
            printf "| %d × %d | %.1f | %.2f | %.1f | %.2f | %.2f | %.2f | %.2f | %.0f (%.1f) | %.2f | %.2f |\n",
                i, r, files, check, start / 100 / check, row / start, morning / start, diff / start * 100, dry / start * 100,
                resident, resident / files, peak / resident, diffpeak / resident }'
    kill "$pid"; wait "$pid" 2>/dev/null || true
    pid=
done
