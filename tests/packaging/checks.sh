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
