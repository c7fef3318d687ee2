#!/usr/bin/env python3
"""A steady load for as long as one likes: every answer is right, and memory and descriptors stay where they were.

    tests/faults/steady.py PROGRAM [SECONDS [REQUESTS_PER_SECOND]]      60 and 200 where nothing is said

Two clients ask on connections that they keep, two on a new one each time; every ten seconds there is a reload (in a run
of less than two minutes a dozen of them), and the figures are others after every second one. Once a second resident memory
and open descriptors are read. The second half of the run is held against the first, the first tenth aside. What comes and
goes is no leak: threads that meet keep a heap each, and connections overlap. So the second half may have a tenth and
`HEAPS` more memory at most, and, half of the time, a descriptor more for each client.
"""
import http.client, pathlib, shutil, signal, statistics, subprocess, sys, tempfile, threading, time, urllib.request

HERE = pathlib.Path(__file__).resolve().parent.parent
PAGES = ["/data.json", "/en/data.json?pretty=0", "/data/usd.json", "/", "/en/view/usd", "/history.csv", "/feed.atom",
         "/data/usd/history.xlsx", "/metrics", "/status.json", "/data/none.json"]
CLIENTS = 4
# Kilobytes: of 200 requests a second for half a minute 340 bytes each, of an hour's load of 100 a second 6.
HEAPS = 2048


class Client(threading.Thread):
    def __init__(self, number, port, pause, ends):
        super().__init__()
        self.number, self.port, self.pause, self.ends = number, port, pause, ends
        self.answers, self.ended, self.wrong = 0, 0, []

    def run(self):
        connection = None
        while time.monotonic() < self.ends:
            begun, is_kept = time.monotonic(), connection is not None
            page = PAGES[(self.answers + self.number) % len(PAGES)]
            try:
                connection = connection or http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
                encoding = "gzip" if self.answers % 2 else "identity"
                connection.request("GET", page, headers={"Accept-Encoding": encoding})
                response = connection.getresponse()
                body = response.read()
                expected = 404 if "none" in page else 200
                if response.status != expected or not body:
                    self.wrong.append(f"{page}: {response.status}, {len(body)} bytes")
            except (OSError, http.client.HTTPException) as error:
                connection = None
                # A server may end a connection that waits, and a client asks again: that is no failure.
                if is_kept:
                    self.ended += 1
                    continue
                self.wrong.append(f"{page}: {error!r}")
            self.answers += 1
            if connection and (self.number % 2 or response.will_close):
                connection.close()
                connection = None
            time.sleep(max(0, self.pause - (time.monotonic() - begun)))


def sample(pid):
    status = pathlib.Path(f"/proc/{pid}/status").read_text()
    resident = next(line.split()[1] for line in status.splitlines() if line.startswith("VmRSS:"))
    return int(resident), len(list(pathlib.Path(f"/proc/{pid}/fd").iterdir()))


def main(program, seconds=60, rate=200):
    with tempfile.TemporaryDirectory() as scratch:
        dataset = pathlib.Path(scratch, "dataset")
        shutil.copytree(HERE / "fixtures/all-types", dataset)
        log = open(pathlib.Path(scratch, "log"), "w+")
        server = subprocess.Popen([program, "serve", "--listen", "127.0.0.1:0", "--dataset", dataset], stderr=log)
        try:
            return load(server, pathlib.Path(scratch, "log"), dataset / "indicators/usd.csv", seconds, rate)
        finally:
            server.kill()


def load(server, log, table, seconds, rate):
    while "listening on " not in log.read_text():
        assert server.poll() is None, log.read_text()
        time.sleep(0.05)
    port = int(log.read_text().split("listening on http://127.0.0.1:")[1].split()[0])
    begun = time.monotonic()
    clients = [Client(n, port, CLIENTS / rate, begun + seconds) for n in range(CLIENTS)]
    for client in clients:
        client.start()
    interval = min(10, seconds / 12)
    rows, samples, reloads, next_reload, next_line = table.read_text(), [], 0, interval, 0
    while (elapsed := time.monotonic() - begun) < seconds:
        samples.append(sample(server.pid))
        if elapsed >= next_line:
            print(f"after {int(elapsed):5} s: {samples[-1][0]:7} kB, {samples[-1][1]:3} descriptors", flush=True)
            next_line += max(1, seconds // 10)
        if elapsed >= next_reload:
            reloads, next_reload = reloads + 1, next_reload + interval
            table.write_text(rows + "2026-11-21,1.7005,\n" * (reloads % 4 // 2))
            server.send_signal(signal.SIGHUP)
        time.sleep(1)
    for client in clients:
        client.join()
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics") as metrics:
        lines = [line for line in metrics.read().decode().splitlines() if "http_disconnections_total{" in line]
    closed = [line for line in lines if not line.endswith(" 0")]
    ended = sum(client.ended for client in clients)
    print(f"{ended} kept connections ended by the server; it counts: {closed}")
    wrong = [case for client in clients for case in client.wrong]
    answers = sum(client.answers for client in clients)
    samples = samples[len(samples) // 10:]
    first, second = samples[:len(samples) // 2], samples[len(samples) // 2:]
    memory = [max(kilobytes for kilobytes, _ in half) for half in (first, second)]
    open_at_once = [[count for _, count in half] for half in (first, second)]
    descriptors = [statistics.median_low(counts) for counts in open_at_once]
    print(f"{answers} requests in {seconds} s, {reloads} reloads, {len(wrong)} wrong answers {wrong[:5]}")
    print(f"most memory, kB: {memory[0]} in the first half, {memory[1]} in the second; descriptors half of the time: "
          f"{descriptors}, at most {[max(counts) for counts in open_at_once]}")
    server.send_signal(signal.SIGTERM)
    code = server.wait(timeout=60)
    text = log.read_text()
    refused = text.count("refused")
    sound = not wrong and code == 0 and "panicked" not in text and not refused
    flat = memory[1] <= memory[0] * 1.1 + HEAPS and descriptors[1] <= descriptors[0] + CLIENTS
    print("ok: steady" if sound and flat else
          f"FAILED: {'' if flat else 'not flat, '}exit code {code}, {refused} refused reloads\n{text[-2000:]}")
    return 0 if sound and flat else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], *map(int, sys.argv[2:])))
