#!/usr/bin/env python3
"""Requests that may cost the process nothing once they are over, many of them: leaks.py PROGRAM [COUNT]

COUNT of each kind (20000 by default), a thousand a second, each on a connection of its own that is closed at once: versions of HTTP that are
not spoken, whole and cut, and upgrades that announce a body. Meanwhile another client asks twenty times a second (and not
afterwards: each connection keeps an idle thread of the library's for five seconds more). Ends with an error where threads, descriptors or memory stay above what they were (by 64, 128 and 20 MB), or where an answer to
the other client took a second.
"""
import os, re, socket, subprocess, sys, threading, time

program, count = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 20000
server = subprocess.Popen([program, "serve", "--listen", "127.0.0.1:0"], stderr=subprocess.PIPE, text=True)
for line in server.stderr:
    if line.startswith("listening on "):
        port = int(line.rsplit(":", 1)[1])
        break
threading.Thread(target=server.stderr.read, daemon=True).start()


def state():
    process = f"/proc/{server.pid}"
    memory = int(re.search(r"VmRSS:\s+(\d+)", open(f"{process}/status").read())[1]) // 1024
    return len(os.listdir(f"{process}/task")), len(os.listdir(f"{process}/fd")), memory


def ask():
    client = socket.create_connection(("127.0.0.1", port), 30)
    client.sendall(b"GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
    answer = b"".join(iter(lambda: client.recv(4096), b""))
    client.close()
    assert answer.startswith(b"HTTP/1.1 200"), answer


worst = 0.0


def other_client(done):
    global worst
    while not done.wait(0.05):
        begun = time.monotonic()
        ask()
        worst = max(worst, time.monotonic() - begun)


kinds = {
    "HTTP/2.0": [b"GET / HTTP/2.0\r\n\r\n"],
    "HTTP/3.0": [b"GET / HTTP/3.0\r\n\r\n"],
    "h2c": [b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"],
    "HTTP/2.0, cut": [b"GET / HTT", b"P/2.0\r\n\r\n"],
    "upgrade": [b"GET / HTTP/1.1\r\nHost: a\r\nConnection: upgrade\r\nContent-Length: 17000000\r\n\r\n"],
}
ask()
before = state()
wrong = []
for name, parts in kinds.items():
    begun, done = time.monotonic(), threading.Event()
    other = threading.Thread(target=other_client, args=[done])
    other.start()
    for number in range(count):
        client = socket.create_connection(("127.0.0.1", port), 30)
        client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        for part in parts:
            client.sendall(part)
        client.close()
        # A flood that comes faster than it is answered waits in queues, which is another matter.
        time.sleep(max(0, begun + number / 1000 - time.monotonic()))
    done.set()
    other.join()
    took, end = time.monotonic() - begun, time.monotonic() + 30
    while True:
        threads, descriptors, memory = (now - then for now, then in zip(state(), before))
        fits = threads <= 64 and descriptors <= 128 and memory <= 20
        if fits or time.monotonic() > end:
            break
        time.sleep(0.2)
    print(f"{name}: {count} in {took:.1f} s: threads {threads:+}, descriptors {descriptors:+}, memory {memory:+} MB")
    if not fits:
        wrong.append(name)
print(f"the other client waited {worst * 1000:.0f} ms at most")
server.terminate()
if server.wait() != 0 or wrong or worst >= 1:
    sys.exit(f"left behind: {', '.join(wrong) or 'nothing'}; worst {worst:.2f} s; exit code {server.returncode}")
