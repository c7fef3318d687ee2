#!/usr/bin/env bash
# What an import of many rows costs: CPU of each size as a multiple of the smallest. Nothing in it may grow faster than the
# rows: not a table for one indicator, nor one over a thousand, nor rows with mistakes, nor values beside others that are there,
# with notes of former edits and with a store, nor a bulletin of many entries or of many attributes.
#
# Needs `python3` and the program as it is shipped (packaging/build-static, profile `packaged`).
# Usage: tests/bench/import.sh [ROWS...]      INDICATORD=path of another binary
#
# Without arguments: 1000 2000 4000 8000 100000. Prints a table in Markdown.
set -euo pipefail
export LC_ALL=C

root=$(cd "$(dirname "$0")/../.." && pwd)
binary=${INDICATORD:-$root/target/static/indicatord}
[ $# -gt 0 ] || set -- 1000 2000 4000 8000 100000
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

[ -x "$binary" ] || { echo "$binary is missing: packaging/build-static" >&2; exit 1; }

# --- What is imported ----------------------------------------------------------------------------------------------------

# A list of so many rows over so many daily indicators, the newest first, so that none belongs at the end of its file.
list() { # rows, indicators, value
    python3 -B - "$@" <<'PYTHON'
import datetime, sys
rows, indicators, value = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
print("key,date,value")
for row in range(rows):
    day = datetime.date(1999, 12, 31) - datetime.timedelta(days=row // indicators)
    print(f"series-{2 * (row % indicators):05d},{day},{value}")
PYTHON
}

bulletin() { # entries
    python3 -B - "$@" <<'PYTHON'
import sys
print('<?xml version="1.0"?>\n<ValCurs Date="04.09.2020"><ValType>')
for entry in range(int(sys.argv[1])):
    print(f'<Valute Code="C{entry}"><Nominal>1</Nominal><Value>1.7</Value></Valute>')
print('</ValType></ValCurs>')
PYTHON
}

# One entry whose element has so many attributes.
attributes() { # number
    python3 -B - "$@" <<'PYTHON'
import sys
print('<?xml version="1.0"?>\n<ValCurs Date="04.09.2020"><ValType>')
many = " ".join(f'a{number}="1"' for number in range(int(sys.argv[1])))
print(f'<Valute Code="USD" {many}><Nominal>1</Nominal><Value>1.7</Value></Valute>\n</ValType></ValCurs>')
PYTHON
}

# --- Measures ------------------------------------------------------------------------------------------------------------

# CPU of one import, in seconds; it starts from a dataset of so many indicators.
cost() { # expected exit codes, arguments...
    local codes=$1 code=0
    shift
    [ "${kept-}" ] || { rm -rf "$work/data" && cp -al "$work/dataset" "$work/data"; }
    TIMEFORMAT='%U %S'
    { time "$binary" import "$@" --dataset "$work/data" >"$work/out" 2>"$work/err" || code=$?; } 2>"$work/time"
    [[ " $codes " == *" $code "* ]] || { cat "$work/err" >&2; exit 1; }
    awk '{ printf "%.2f", $1 + $2 }' "$work/time"
}

line() { # name, seconds...
    local name=$1 first=$2
    shift
    awk -v name="$name" -v first="$first" 'BEGIN {
        printf "| %s", name
        for (i = 1; i < ARGC; i++) printf " | %.2f s (× %.1f)", ARGV[i], ARGV[i] / (first > 0 ? first : 0.01)
        print " |" }' "$@"
}

# The list goes back from the year 1999, before the rows that are there.
allow=(--allow jump --allow revision --allow date)
printf '| import of'; printf ' | %s' "$@"; echo ' |'
printf '|---'; printf '|---%.0s' "$@"; echo '|'
for indicators in ${INDICATORS:-1 2000 10000}; do
    rm -rf "$work/dataset"; python3 -B "$root/tests/bench/dataset.py" "$work/dataset" "$indicators" 20
    over=$((indicators < 1000 ? indicators : 1000))
    good=() bad=() one=() open=() public=()
    for rows in "$@"; do
        list "$rows" "$over" 1.7 >"$work/list.csv"
        good+=("$(cost 0 "$work/list.csv" "${allow[@]}")")
        list "$rows" "$over" 1,7x >"$work/list.csv"
        bad+=("$(cost 2 "$work/list.csv")")
        # Other values for the same dates: once as the notes alone know them, once as a store has them.
        list "$rows" "$over" 1.7 >"$work/list.csv"
        cost 0 "$work/list.csv" "${allow[@]}" >/dev/null
        list "$rows" "$over" 1.8 >"$work/list.csv"
        open+=("$(kept=1 cost 2 "$work/list.csv")")
        rm -rf "$work/store"
        "$binary" publish "$work/data" --store "$work/store" --new-store --no-reload --yes >"$work/out" 2>&1 ||
            { cat "$work/out" >&2; exit 1; }
        public+=("$(kept=1 cost 2 "$work/list.csv" --store "$work/store")")
        list "$rows" 1 1.7 >"$work/list.csv"
        one+=("$(cost 0 "$work/list.csv" "${allow[@]}")")
    done
    [ "$over" = 1 ] || line "rows into one of $indicators indicators" "${one[@]}"
    line "rows over $over of $indicators indicators" "${good[@]}"
    line "rows with mistakes, $indicators indicators" "${bad[@]}"
    line "other values than the notes have, $indicators indicators" "${open[@]}"
    line "other values than a store has, $indicators indicators" "${public[@]}"
done
entries=() wide=()
for rows in "$@"; do
    bulletin "$rows" >"$work/bulletin.xml"
    entries+=("$(cost '0 2' "$work/bulletin.xml")")
    attributes "$rows" >"$work/bulletin.xml"
    wide+=("$(cost 2 "$work/bulletin.xml")")
done
line 'a bulletin of so many entries' "${entries[@]}"
line 'a bulletin of so many attributes' "${wide[@]}"
