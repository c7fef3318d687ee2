# What the scripts that inject faults share. Sourced; sets `place`, a directory that is removed at the end, where the
# server's log is `log`, and ends the server whose number is in `server`.
place=$(mktemp -d)
# Nobody else writes to these datasets: they are not waited for.
export INDICATORD_REST_MS=1
server=
trap '[ -z "$server" ] || kill -9 "$server" 2>/dev/null || true; chmod -R u+rwX "$place"; rm -rf "$place"' EXIT

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
    python3 -c 'import sys, urllib.request; print(urllib.request.urlopen(sys.argv[1], timeout=60).read().decode())' "$address$1"
}

# Before a server starts in the background: what a former one said is not taken for its words.
forget() { : >"$place/log"; }

# Waits until the server listens, and notes where.
listens() {
    eventually says 'listening on'
    address=$(sed -n 's/^listening on //p' "$place/log")
}

stop() {
    kill -TERM "$server"
    wait "$server" || fail "exit code $?"
    server=
}

version() { # of the dataset in $place/dataset
    sed -i "s/\"version\": \"[^\"]*\"/\"version\": \"$1\"/" "$place/dataset/dataset.json"
}

# How often the log has said it: a later line is waited for by its number.
count() { grep -c -- "$1" "$place/log" || true; }
