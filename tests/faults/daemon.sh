#!/usr/bin/env bash
# Faults that the kernel does not make when asked nicely: strace makes them. Called with the program.
set -euo pipefail
cd "$(dirname "$0")/../.."
program=$(realpath "$1")
. tests/faults/common.sh
cp -r tests/fixtures/clean "$place/dataset"
csv=$place/dataset/indicators/usd.csv

# The server under strace with these faults; its exit code is strace's.
ends() { # code, sentence, faults...
    local code=$1 sentence=$2 found=0
    shift 2
    LC_ALL=C timeout 60 strace -qq -f -o /dev/null "$@" "$program" serve --listen 127.0.0.1:0 --dataset "$place/dataset" \
        2>"$place/log" || found=$?
    [ "$found" = "$code" ] || fail "exit code $found and not $code"
    says "$sentence" || fail "nothing is said of $sentence"
}

start() {
    forget
    "$program" serve --listen 127.0.0.1:0 --dataset "$place/dataset" 2>"$place/log" &
    server=$!
    listens
}

# Files are opened by their names in an open directory, and read by their descriptors.

# A disk that fails, descriptors that run out, permissions: nothing is wrong with the content, and a later start may do.
ends 1 'usd.csv: cannot be read: input/output error' -P "$csv" -e inject=read:error=EIO
ends 1 'usd.csv: cannot be read: too many open files' -P usd.csv -e inject=open,openat:error=EMFILE
ends 1 'usd.csv: cannot be read: permission denied' -P usd.csv -e inject=open,openat:error=EACCES
echo "ok: what cannot be read ends with 1"

# A first load that takes for ever is not waited for.
forget
strace -qq -f -o /dev/null -P usd.csv -e inject=open,openat:delay_enter=20000000 \
    "$program" serve --listen 127.0.0.1:0 --dataset "$place/dataset" 2>"$place/log" &
tracer=$!
slow() { child=$(pgrep -P $tracer) && grep -qs loader /proc/"$child"/task/*/comm; }
eventually slow
kill -TERM "$child"
# It has ended; strace may keep it, and itself wait for its delay.
ended() { [ ! -e /proc/"$child" ] || grep -qs '^State:.Z' /proc/"$child"/status; }
eventually ended
says 'listening on' && fail "a first load under way was waited for"
found=0
wait $tracer || found=$?
[ $found = 0 ] || fail "a first load under way: exit code $found"
echo "ok: SIGTERM during the first load"

# A reload that is asked for while the configuration is being read, before anything else was done, ends nothing.
forget
: >"$place/conf"
INDICATORD_CONF=$place/conf strace -qq -f -o /dev/null -P "$place/conf" -e inject=open,openat:signal=HUP \
    "$program" serve --listen 127.0.0.1:0 --dataset "$place/dataset" 2>"$place/log" &
tracer=$!
listens
kill -TERM "$(pgrep -P $tracer)"
wait $tracer || fail "SIGHUP while the configuration is read: exit code $?"
echo "ok: SIGHUP at the first moment"

# Threads that cannot be had: a reload may fail, is then reported, and takes nothing from the next.
start
strace -qq -f -o /dev/null -e inject=clone,clone3:error=EAGAIN -p $server 2>/dev/null &
tracer=$!
traced() { grep -qs "^TracerPid:.[1-9]" /proc/$server/status; }
eventually traced
version threads.1
kill -HUP $server
eventually says 'reload: '
kill $tracer
wait $tracer || true
version threads.2
kill -HUP $server
eventually says 'reload: threads.2'
stop
echo "ok: threads that cannot be had"

# A reload whose disk fails keeps what is served, and says why.
start
strace -qq -f -o /dev/null -P "$csv" -e inject=read:error=EIO -p $server 2>/dev/null &
tracer=$!
eventually traced
version disk.1
kill -HUP $server
eventually says 'reload: refused, still serving threads.2: .*input/output error'
kill $tracer
wait $tracer || true
kill -HUP $server
eventually says 'reload: disk.1'
stop
echo "ok: a disk that fails during a reload"
