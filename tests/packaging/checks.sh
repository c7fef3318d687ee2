# What both suites begin with: checks that are numbered and counted, and waiting for something without a set time.
# Sourced inside a container.
set -u
# Scratch files of the checks, in the container.
mkdir -m 1777 -p /run/check
export LC_ALL=C
number=0 failed=0

check() { # sentence, command ...
    number=$((number + 1))
    local sentence=$1
    shift
    if "$@" >/run/check/output 2>&1; then
        echo "ok $number - $sentence"
    else
        failed=$((failed + 1))
        echo "FAILED $number - $sentence"
        sed 's/^/    /' /run/check/output | tail -n 20
    fi
}

# eventually SECONDS COMMAND ...: until it succeeds. The seconds are those of a quiet machine, a busy one is given four times
# as many.
eventually() {
    local end=$((${EPOCHREALTIME/[.,]/} + $1 * 4000000))
    shift
    until "$@"; do
        [ "${EPOCHREALTIME/[.,]/}" -lt "$end" ] || { echo "never: $*"; return 1; }
        sleep 0.05
    done
}

not() { ! "$@"; }

# A further row of the first indicator, which is public from an instant on; its value is 0.4629.
embargoed_row() { # dataset, day, instant
    local csv
    csv=$(find "$1/indicators" -name '*.csv' | sort | head -n 1)
    grep -q not_before "$csv" || sed -i '1s/$/,not_before/; 2,$s/$/,/' "$csv"
    awk -F, -v row="$2,0.4629" -v at="$3" 'NR == 1 { while (++i < NF - 2) row = row ","; print row "," at }' "$csv" >"$csv.row"
    cat "$csv.row" >>"$csv"
    rm "$csv.row"
}
