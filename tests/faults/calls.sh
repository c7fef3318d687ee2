# What the scripts share that have each system call of a command fail by strace. Sourced, with what the command line of the
# script has; sets `program`, `most`, `scratch`, a directory that is removed at the end, `cases` and `broken`.
command -v strace >/dev/null || { echo "no strace on this machine: apt-get install strace"; exit 1; }
export LANG=C LC_ALL=C
# Nobody else writes to these datasets: they are not waited for.
export INDICATORD_REST_MS=1
program=$(realpath "${1:-target/debug/indicatord}") || exit 1
most=${2:-1000}
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
cases=0 broken=0

fail() { # case, what was broken
    broken=$((broken + 1))
    echo "BROKEN $1: $2"
    sed 's/^/    /' "$scratch/said"
}

# Injects each of the faults (CALLS:FAULT) into the first, second, ... of these calls that an action makes. Kills are tried to
# the end whatever the number: at every fourth call where not all are wanted.
each_fault() { # action, faults...
    local action=$1 fault number step last
    shift
    for fault in "$@"; do
        number=1 step=1 last=$most
        if [ "${fault#*:}" = signal=KILL ] && [ "$most" -lt 1000 ]; then step=4 last=1000; fi
        while [ "$number" -le "$last" ] && inject "$action" "${fault%%:*}" "${fault#*:}" "$number"; do
            number=$((number + step))
        done
    done
}

finish() {
    echo "$cases faults, $broken promises broken"
    [ "$cases" -gt 20 ] && [ "$broken" = 0 ]
}
