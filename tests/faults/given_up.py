#!/usr/bin/env python3
"""Answers that clients give up, in every way, leave nothing in those of others.

    tests/faults/given_up.py PROGRAM [GIVEN_UP [CHECKED]]      1,000 and 10,000 where nothing is said

Six clients give up: before their request is whole, at any byte of an answer, by a reset, half-closed, in a pipeline, with
HTTP/1.0, ranges and conditions that fail; some read so slowly that the server ends them (`--response-timeout 2`). Four others
take every answer whole, as gzip and as identity, in a range of it, and as a workbook, and compare them. The figures are others
every two seconds.
"""
import gzip
import http.client
import io
import os
import pathlib
import random
import re
import shutil
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import time
import zipfile

PROJECT = pathlib.Path(__file__).resolve().parents[2]
TARGETS = [
    "/", "/en/", "/en/view/usd", "/feed.atom", "/calendar.ics", "/catalog.csv", "/en/data.csv", "/en/data/usd/chart.svg",
    "/data/usd.json", "/en/data/usd.json", "/data.json", "/data.json?pretty=0", "/data/usd/history.json",
    "/data/usd/history.csv?last=50", "/en/history.csv", "/en/history.csv?shape=wide", "/sdmx/data/MACRO",
    "/sdmx/data/MACRO/..usd?format=csvdata", "/en/data.xlsx", "/data/usd/history.xlsx",
]
HEADERS = [
    "", "", "", "Range: bytes=9-99\r\n", "Range: bytes=99999999-\r\n", "Range: bytes=0-1,3-4\r\n", "Connection: close\r\n",
    'If-None-Match: "x"\r\n', "If-Modified-Since: Thu, 01 Jan 2099 00:00:00 GMT\r\n",
    "Expect: 100-continue\r\nContent-Length: 7\r\n",
]
RESET = struct.pack("ii", 1, 0)


class Run:
    """What all clients share."""

    def __init__(self, address):
        self.address = address
        self.given_up = self.checked = 0
        self.is_over = False
        self.wrong = []

    def give_up(self, seed):
        chance = random.Random(seed)
        while not self.is_over:
            try:
                self.give_one_up(chance)
            except OSError:
                pass
            self.given_up += 1

    def give_one_up(self, chance):
        method = chance.choice(["GET"] * 5 + ["HEAD", "OPTIONS", "POST"])
        encoding = chance.choice(["", "Accept-Encoding: gzip\r\n"])
        head = f"{method} {chance.choice(TARGETS)} HTTP/{chance.choice(['1.1', '1.1', '1.0'])}\r\nHost: test\r\n"
        requests = (head + encoding + chance.choice(HEADERS) + "\r\n").encode() * chance.choice([1, 1, 2, 5])
        if chance.random() < 0.1:
            requests = requests[: chance.randrange(len(requests))]
        with socket.socket() as client:
            client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, chance.choice([2048, 65536]))
            client.settimeout(10)
            client.connect(self.address)
            client.sendall(requests)
            if chance.random() < 0.3:
                client.shutdown(socket.SHUT_WR)
            piece = chance.choice([500, 8000])
            is_slow = chance.random() < 0.2
            while client.recv(piece if is_slow else chance.randrange(1, 30000)) and is_slow and not self.is_over:
                time.sleep(0.25)
            if chance.random() < 0.5:
                client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)

    def check(self, seed):
        chance = random.Random(-seed)
        connection = http.client.HTTPConnection(*self.address, timeout=120)
        while not self.is_over:
            target = chance.choice(TARGETS)
            try:
                self.check_one(connection, target)
            except (OSError, EOFError, http.client.HTTPException, zipfile.BadZipFile) as error:
                self.wrong.append(f"{target}: {error!r}")
                connection.close()
            self.checked += 1

    def check_one(self, connection, target):
        answer, body = ask(connection, target, {"Accept-Encoding": "gzip"})
        if answer.status != 200:
            self.wrong.append(f"{target}: {answer.status}")
        if target.endswith("xlsx") and zipfile.ZipFile(io.BytesIO(body)).testzip():
            self.wrong.append(f"{target}: a file of the workbook is broken")
        if answer.getheader("Content-Encoding") != "gzip":
            return
        text, tag = gzip.decompress(body), answer.getheader("ETag").replace("-gzip", "")
        whole, identity = ask(connection, target, {})
        if whole.getheader("ETag") != tag:
            return
        if text != identity:
            self.wrong.append(f"{target}: gzip is not identity")
        part, middle = ask(connection, target, {"Range": "bytes=10-60", "If-Range": tag})
        if part.status == 206 and middle != identity[10:61]:
            self.wrong.append(f"{target}: a range is not of it")


def ask(connection, target, headers):
    connection.request("GET", target, headers=headers)
    answer = connection.getresponse()
    return answer, answer.read()


def change(dataset, number):
    table = dataset / "indicators/usd.csv"
    text = re.sub(r"^2026-11-13,[0-9.]*", f"2026-11-13,1.7{number:03}", table.read_text(), flags=re.M)
    table.with_suffix(".new").write_text(text)
    table.with_suffix(".new").replace(table)


def main():
    program = os.path.abspath(sys.argv[1])
    counts = [int(word) for word in sys.argv[2:4]]
    given_up, checked = counts + [1000, 10000][len(counts):]
    with tempfile.TemporaryDirectory() as work:
        dataset = pathlib.Path(work) / "dataset"
        shutil.copytree(PROJECT / "dataset", dataset)
        environment = {**os.environ, "INDICATORD_CONF": "/dev/null", "INDICATORD_REST_MS": "1"}
        command = [program, "serve", "--dataset", dataset, "--listen", "127.0.0.1:0", "--response-timeout", "2"]
        with open(f"{work}/log", "w") as log:
            server = subprocess.Popen(command, env=environment, stderr=log)
        while not (said := re.search(r"listening on http://(.*):(\d+)", pathlib.Path(f"{work}/log").read_text())):
            time.sleep(0.1)
        run = Run((said[1], int(said[2])))
        clients = [threading.Thread(target=run.give_up, args=[seed]) for seed in range(6)]
        clients += [threading.Thread(target=run.check, args=[seed]) for seed in range(1, 5)]
        for client in clients:
            client.start()
        releases = 0
        while (run.given_up < given_up or run.checked < checked) and not run.wrong and server.poll() is None:
            releases += 1
            change(dataset, releases % 1000)
            server.send_signal(signal.SIGHUP)
            time.sleep(2)
        run.is_over = True
        for client in clients:
            client.join()
        server.terminate()
        if server.wait():
            run.wrong.append(f"exit code {server.returncode}")
    print(f"{run.given_up} given up, {run.checked} checked, {releases} releases: {len(run.wrong)} wrong")
    if run.wrong:
        sys.exit("\n".join(run.wrong[:10]))


main()
