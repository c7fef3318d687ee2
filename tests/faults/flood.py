#!/usr/bin/env python3
"""Floods of connections, by the limits of the unit: flood.py PROGRAM [CONNECTIONS [SECONDS]]

CONNECTIONS (16000 by default) come as fast as they are taken, and for SECONDS (5) another comes for each that was ended: those
that say nothing, those that ask and read nothing, those that ask, read and stay, and those that ask, read and go. The server may
have 16,384 descriptors and, where a control group can be made (root), 8,192 tasks. Meanwhile another client asks five times a
second, each time by a connection of its own. Ends with an error where that client was not answered or waited five seconds (two
are the rule, for a machine that does nothing else), where a thread panicked, or where threads, descriptors or memory do not
come back to what they were (within 32, 64 and 40 MB).
"""
import os, re, select, socket, subprocess, sys, threading, time, urllib.request

REQUEST = b"GET /data.json HTTP/1.1\r\nHost: a\r\n\r\n"
KINDS = ["silent", "asking", "reading", "leaving"]
PROCESSES = 2


def connect(address):
    client = socket.socket()
    client.setblocking(False)
    client.connect_ex(address)
    return client


def flood(address, kind, count, seconds):
    """Keeps `count` connections open, and returns how many there were in all."""
    poll, open_now, opened, end = select.epoll(), {}, 0, time.monotonic() + seconds
    while time.monotonic() < end:
        while len(open_now) < count and time.monotonic() < end:
            client = connect(address)
            open_now[client.fileno()] = client
            poll.register(client, select.EPOLLIN if kind == "silent" else select.EPOLLOUT)
            opened += 1
            if opened % 200 == 0:
                break
        for number, event in poll.poll(0.01, 1000):
            client = open_now[number]
            try:
                if event & select.EPOLLOUT:
                    client.send(REQUEST)
                    poll.modify(number, 0 if kind == "asking" else select.EPOLLIN)
                elif client.recv(1 << 20) and kind == "reading":
                    continue
                elif event & select.EPOLLHUP or kind != "asking":
                    poll.unregister(number)
                    open_now.pop(number).close()
            except OSError:
                poll.unregister(number)
                open_now.pop(number).close()
    return opened


def group():
    """A control group with the unit's limit of tasks, if one can be made."""
    for root in ["/sys/fs/cgroup/pids", "/sys/fs/cgroup"]:
        path = f"{root}/indicatord-flood-{os.getpid()}"
        try:
            os.mkdir(path)
            with open(f"{path}/pids.max", "w") as limit:
                limit.write("8192")
            return path
        except OSError:
            if os.path.isdir(path):
                os.rmdir(path)
    print("no control group can be made: tasks are not limited")


class Server:
    def __init__(self, program):
        self.group = group()
        self.process = subprocess.Popen(
            ["prlimit", "--nofile=16384:16384", program, "serve", "--listen", "127.0.0.1:0"],
            stderr=subprocess.PIPE, text=True, preexec_fn=self.enter,
        )
        for line in self.process.stderr:
            if line.startswith("listening on "):
                self.address = "127.0.0.1", int(line.rsplit(":", 1)[1])
                break
        threading.Thread(target=self.process.stderr.read, daemon=True).start()

    def enter(self):
        if self.group:
            with open(f"{self.group}/cgroup.procs", "w") as members:
                members.write(str(os.getpid()))

    def state(self):
        place = f"/proc/{self.process.pid}"
        memory = int(re.search(r"VmRSS:\s+(\d+)", open(f"{place}/status").read())[1]) // 1024
        return len(os.listdir(f"{place}/task")), len(os.listdir(f"{place}/fd")), memory

    def panics(self):
        with urllib.request.urlopen("http://%s:%d/metrics" % self.address, timeout=60) as answer:
            return int(re.search(rb"^indicatord_http_library_panics_total (\d+)", answer.read(), re.M)[1])

    def end(self):
        self.process.terminate()
        code = self.process.wait()
        if self.group:
            os.rmdir(self.group)
        return code


class Reader(threading.Thread):
    """Asks by a new connection each time, until it is told to stop."""

    def __init__(self, address):
        super().__init__()
        self.address, self.done = address, threading.Event()
        self.worst, self.answers, self.failures = 0.0, 0, 0

    def run(self):
        while not self.done.wait(0.2):
            begun = time.monotonic()
            try:
                client = socket.create_connection(self.address, 30)
                client.sendall(REQUEST.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n"))
                answer = b"".join(iter(lambda: client.recv(1 << 16), b""))
                client.close()
                self.answers += answer.startswith(b"HTTP/1.1 200")
                self.failures += not answer.startswith(b"HTTP/1.1 200")
            except OSError:
                self.failures += 1
            self.worst = max(self.worst, time.monotonic() - begun)


def attack(address, kind, count, seconds):
    """Floods from several processes; returns how many connections they opened."""
    command = [sys.executable, __file__, "--flood", str(address[1]), kind, str(count // PROCESSES), str(seconds)]
    processes = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(PROCESSES)]
    return sum(int(process.communicate()[0] or 0) for process in processes)


def try_kind(server, kind, count, seconds):
    before, panics = server.state(), server.panics()
    reader, most = Reader(server.address), [0, 0, 0]
    reader.start()
    flooding = threading.Thread(target=lambda: opened.append(attack(server.address, kind, count, seconds)))
    opened = []
    flooding.start()
    while flooding.is_alive():
        most = [max(pair) for pair in zip(most, server.state())]
        time.sleep(0.05)
    over = time.monotonic()
    # The answers of a flood that has just ended are under way.
    time.sleep(2)
    reader.done.set()
    reader.join()
    while True:
        left = [now - then for now, then in zip(server.state(), before)]
        is_left = left[0] > 32 or left[1] > 64 or left[2] > 40
        took = time.monotonic() - over
        if not is_left or took > 60:
            break
        time.sleep(0.5)
    panicked = server.panics() - panics
    print(
        f"{kind}: {opened[0]} connections: at most {most[0]} threads, {most[1]} descriptors, {most[2]} MB; another client: "
        f"{reader.answers} answers, {reader.failures} failures, {reader.worst:.2f} s at most; {panicked} panics; "
        f"{took:.0f} s afterwards " + "threads {:+}, descriptors {:+}, memory {:+} MB".format(*left),
        flush=True,
    )
    return is_left or panicked or reader.failures or reader.worst >= 5


def main(program, count, seconds):
    wrong = []
    for kind in KINDS:
        server = Server(program)
        try:
            if try_kind(server, kind, count, seconds):
                wrong.append(kind)
        finally:
            if server.end() != 0:
                wrong.append(f"{kind}: exit code")
    if wrong:
        sys.exit(f"failed: {', '.join(wrong)}")


if __name__ == "__main__":
    if sys.argv[1] == "--flood":
        port, kind, count, seconds = sys.argv[2:]
        print(flood(("127.0.0.1", int(port)), kind, int(count), float(seconds)))
    else:
        main(sys.argv[1], *map(int, sys.argv[2:]), *[16000, 5][len(sys.argv) - 2:])
