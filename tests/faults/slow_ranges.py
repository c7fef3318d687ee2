#!/usr/bin/env python3
"""A thousand readers of ranges of ten thousand observations, who take the head of the answer and then nothing for a while.

    tests/faults/slow_ranges.py PROGRAM [--readers N] [--rows N]

- While they wait, others are answered, and the memory is bounded by what each connection may hold, not by the answers.
- Then they read on, and each has what a filter of the whole table has, in both encodings.
- Half of them go away without having read, and the service goes on.

Ends with `N passed, M failed` and exits 1 if any failed. Linux alone: reads /proc.
"""

import argparse
import gzip
import json
import random
import re
import socket
import sys
import tempfile
from datetime import date, timedelta
from pathlib import Path

sys.dont_write_bytecode = True
from ranges import Client, Results, Server, put

PATH = "/data/rate/history.csv"
# What a connection may hold: its thread, a block that is unpacked, and two blocks that are cut for the answer.
MOST_OF_A_READER = 128 * 1024


def write(root, rows):
    (root / "indicators").mkdir(parents=True)
    name = {"ru": "Курс", "en": "Rate"}
    content = {"format": 1, "version": "1", "asOf": "2026-11-20T09:00:00+04:00", "utcOffset": "+04:00", "sourceStatus": "verified",
               "units": {"u": name}, "sources": {}, "categories": [{"id": "all", "name": name, "indicators": ["rate"]}]}
    put(root / "dataset.json", json.dumps(content))
    put(root / "indicators/rate.json", json.dumps({"name": name, "unit": "u", "periodType": "daily"}))
    days = [date(2026, 11, 19) - timedelta(days=rows - 1 - row) for row in range(rows)]
    chance = random.Random(rows)
    put(root / "indicators/rate.csv", "date,value\n" + "".join(f"{day},{chance.randint(10000, 20000) / 10000:.4f}\n" for day in days))
    return days


class Reader:
    """A connection with little room that asks for a range and takes only the first bytes of the answer."""

    def __init__(self, port, first, last, encoding):
        self.first, self.last = str(first), str(last)
        self.socket = socket.socket()
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        self.socket.settimeout(60)
        self.socket.connect(("127.0.0.1", port))
        query = f"{PATH}?from={first}&to={last}"
        self.socket.sendall(f"GET {query} HTTP/1.1\r\nHost: a\r\nAccept-Encoding: {encoding}\r\n\r\n".encode())
        self.bytes = self.socket.recv(1024)

    def rest(self):
        """The table, once all of it is read."""
        while (split := self.bytes.find(b"\r\n\r\n")) < 0:
            self.bytes += self.taken()
        head = self.bytes[:split].decode().lower()
        length = re.search(r"content-length: (\d+)", head)
        is_over = lambda: len(self.bytes) >= split + 4 + int(length[1]) if length else self.bytes.endswith(b"\r\n0\r\n\r\n")
        while not is_over():
            self.bytes += self.taken()
        self.socket.close()
        body = self.bytes[split + 4:]
        if not length:
            body = unchunked(body)
        return gzip.decompress(body) if "content-encoding: gzip" in head else body

    def taken(self):
        if not (more := self.socket.recv(65536)):
            raise ConnectionError("closed before the end")
        return more


def unchunked(body):
    """What the chunks of a body hold."""
    content = b""
    while body:
        line, _, body = body.partition(b"\r\n")
        size = int(line, 16)
        content, body = content + body[:size], body[size + 2:]
    return content


def resident(process):
    return int(re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{process.pid}/status").read_text())[1]) * 1024


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--readers", type=int, default=1000)
    parser.add_argument("--rows", type=int, default=10000)
    options = parser.parse_args()
    results, chance = Results(), random.Random(1)
    with tempfile.TemporaryDirectory() as scratch:
        root = Path(scratch, "dataset")
        days = write(root, options.rows)
        server = Server(options.program, root)
        try:
            client = Client(server.port)
            head, *rows = client.ask(PATH)[2].decode().splitlines(keepends=True)
            results.check(len(rows) == options.rows, f"the whole table has {len(rows)} rows")
            before, readers = resident(server.process), []
            for number in range(options.readers):
                first, last = sorted(chance.sample(days, 2))
                readers.append(Reader(server.port, first, last, ("identity", "gzip")[number % 2]))
            held = resident(server.process) - before
            results.check(held < options.readers * MOST_OF_A_READER, f"{held / options.readers:.0f} bytes for each of {options.readers} readers")
            for _ in range(20):
                status, _, body = client.ask(f"{PATH}?last=3")
                results.check((status, body.decode()) == (200, head + "".join(rows[-3:])), f"while they wait: {status}")
            for number, reader in enumerate(readers):
                if number % 4 > 1:
                    reader.socket.close()
                    continue
                expected = head + "".join(row for row in rows if reader.first <= row[:10] <= reader.last)
                try:
                    results.check(reader.rest().decode() == expected, f"{reader.first} to {reader.last}: other rows")
                except OSError as error:
                    results.check(False, f"{reader.first} to {reader.last}: {error}")
            status, _, body = client.ask(f"{PATH}?last=1")
            results.check((status, body.decode()) == (200, head + rows[-1]), f"after them: {status}")
            print(f"{options.readers} readers of ranges held {held / options.readers / 1024:.0f} KiB each", flush=True)
            server.stop(results)
        finally:
            server.process.kill()
    return results.report()


if __name__ == "__main__":
    sys.exit(main())
