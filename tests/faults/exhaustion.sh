#!/usr/bin/env bash
# What runs out, or comes too often: descriptors, threads, memory, a reader of the log, signals.
#
#   tests/faults/exhaustion.sh PROGRAM [SECONDS]        SIGHUP every 10 ms for this many seconds, by default 5
set -euo pipefail
export LC_ALL=C
cd "$(dirname "$0")/../.."
program=$(realpath "$1")
seconds=${2:-5}
. tests/faults/common.sh
cp -r tests/fixtures/clean "$place/dataset"

start() {
    forget
    "$program" serve --listen 127.0.0.1:0 --dataset "$place/dataset" "$@" 2>"$place/log" &
    server=$!
    listens
}

# accept fails: connections wait in the kernel's queue, and are answered when it works again.
start
ask /data.json >"$place/before"
for error in EMFILE ENFILE ENOMEM ECONNABORTED; do
    strace -qq -f -o "$place/trace" -e inject=accept,accept4:error=$error -p "$server" 2>/dev/null &
    tracer=$!
    traced() { grep -qs "^TracerPid:.[1-9]" "/proc/$server/status"; }
    eventually traced
    ask /data.json >"$place/after" &
    client=$!
    injected() { grep -q INJECTED "$place/trace"; }
    eventually injected
    kill $tracer
    wait $tracer || true
    wait $client || fail "$error: a client that waited was not answered"
    cmp -s "$place/before" "$place/after" || fail "$error: another page"
    echo "ok: accept fails with $error: a client waits, and gets the same bytes"
done
stop

# No descriptor is left: who holds a connection is answered, a reload fails and says so, and all of it is over when there are
# some again.
start
prlimit --pid "$server" --nofile=12:
version few.1
kill -HUP "$server"
eventually says 'reload: refused.*too many open files'
prlimit --pid "$server" --nofile=1024:
kill -HUP "$server"
eventually says 'reload: few.1'
[[ "$(ask /status.json)" == *'"few.1"'* ]] || fail 'few.1 is not served'
stop
echo "ok: no descriptors: the reload is refused with \"too many open files\", the next one is taken"

# No memory is left for a reload: the process ends, which a service manager puts right; nothing is written that a start
# could stumble over.
start
size=$(sed -n 's/^VmData:[^0-9]*\([0-9]*\) kB/\1/p' "/proc/$server/status")
python3 - "$place/dataset" <<'END'
import sys, datetime
first = datetime.date(1600, 1, 1)
rows = "".join(f"{first + datetime.timedelta(days=n)},1.7\n" for n in range(149574))
open(sys.argv[1] + "/indicators/usd.csv", "w").write("date,value\n" + rows)
END
prlimit --pid "$server" --data=$(((size + 2048) * 1024)):
kill -HUP "$server"
ended_or_refused() { ! kill -0 "$server" 2>/dev/null || says 'reload: '; }
eventually ended_or_refused
if kill -0 "$server" 2>/dev/null; then
    says 'reload: refused' || fail 'a dataset was taken without memory for it'
    found='the reload is refused'
    stop
else
    code=0
    wait "$server" || code=$?
    server=
    found="the process ends with $code (\"$(grep -m 1 'memory\|panicked' "$place/log" | cut -c1-80)\")"
fi
start
[[ "$(ask /data/usd/history.csv)" == *2009-07-07* ]] || fail 'a start with memory does not serve it'
stop
echo "ok: no memory for a reload: $found; a start with memory serves the dataset"

# Nobody reads the log: the pipe is full, and nobody who asks notices.
cp tests/fixtures/clean/indicators/usd.csv "$place/dataset/indicators/usd.csv"
mkfifo "$place/pipe"
forget
exec 3<>"$place/pipe"
python3 -c 'import fcntl; fcntl.fcntl(3, fcntl.F_SETPIPE_SZ, 4096)'
"$program" serve --listen 127.0.0.1:0 --log-level debug --dataset "$place/dataset" 2>&3 &
server=$!
while read -r line <&3; do
    case $line in 'listening on '*) address=${line#listening on }; break ;; esac
done
python3 - "$place/dataset" <<'END'
import sys
open(sys.argv[1] + "/indicators/usd.csv", "w").write("date,value\n" + "".join(f"2026-11-20,wrong{n}\n" for n in range(900)))
END
for _ in $(seq 30); do
    kill -HUP "$server"
    ask /data.json >"$place/after"
    sleep 0.1
done
cmp -s "$place/before" "$place/after" || fail 'nobody reads the log: another page'
dropped=$(ask /metrics | sed -n 's/^indicatord_log_lines_dropped_total //p')
exec 3>&-
stop
cp tests/fixtures/clean/indicators/usd.csv "$place/dataset/indicators/usd.csv"
echo "ok: nobody reads the log: the same bytes; lines dropped: ${dropped:-not counted}"

# SIGHUP all the time: requests are answered, reloads go on, and the last state is the one that is served in the end.
start
descriptors=$(ls "/proc/$server/fd" | wc -l)
python3 - "$server" "$seconds" >"$place/hups" <<'END' &
import os, signal, sys, time
pid, seconds = map(int, sys.argv[1:])
begun = time.monotonic()
for sent in range(seconds * 100):
    os.kill(pid, signal.SIGHUP)
    time.sleep(max(0, begun + (sent + 1) / 100 - time.monotonic()))
print(seconds * 100)
END
sender=$!
asked=0
while kill -0 $sender 2>/dev/null; do
    ask /data.json >"$place/after" || fail 'a request failed between signals'
    cmp -s "$place/before" "$place/after" || fail 'another page between signals'
    asked=$((asked + 1))
done
wait $sender || fail 'the server ended'
hups=$(cat "$place/hups")
version last.1
kill -HUP "$server"
eventually says 'reload: last.1'
given_back() { [ "$(ls "/proc/$server/fd" | wc -l)" -le "$descriptors" ]; }
eventually given_back
reloads=$(count 'reload: ')
stop
echo "ok: $hups signals in $seconds s: $reloads reloads, $asked requests answered alike, descriptors as before"
