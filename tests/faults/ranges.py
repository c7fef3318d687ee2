#!/usr/bin/env python3
"""Ranges asked for wrongly, by the thousand, and rightly while the dataset is reloaded.

    tests/faults/ranges.py PROGRAM [--requests N] [--seconds N] [--seed S]

- Malformed parameters of histories, of the table of all and of SDMX: never a status of 5xx but the 501 of SDMX, never a byte
  of what was sent, and each refusal is the one that the rules of the documents name, judged here anew.
- A hundred keys, one of them unknown; a hundred and one.
- HEAD, conditional requests and ranges of bytes together, on bodies that are composed for the request.
- While one snapshot follows the other, head, rows, tag and Snapshot-Id of every answer belong to one of them.

Ends with `N passed, M failed` and exits 1 if any failed.
"""

import argparse
import gzip
import http.client
import json
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
from datetime import date
from pathlib import Path
from urllib.parse import quote

MARK = "zq7echo"
FOREIGN = {"start": "from", "start_date": "from", "startDate": "from", "since": "from", "observation_start": "from",
           "startPeriod": "from", "offset": "from", "end": "to", "end_date": "to", "endDate": "to", "observation_end": "to",
           "endPeriod": "to", "limit": "last"}
PERIODS = ["2025", "0000", "2025-Q3", "2025-09", "2025-09-30", "2024-02-29", "0001", "9999-12-31"]
NO_PERIODS = ["2025-02-29", "2025-13", "2025-Q5", "2025-Q0", "2025-q1", "25", "2025-9", "2025-09-31", "2025-09-30T00:00", "+025",
              " 2025", "2025 ", "20250", "-2025", "\u0662\u0660\u0662\u0665", "NaN", "2025-W01", "\x00", "2025\r\nX: " + MARK,
              "'; DROP", "9" * 300, MARK, f"<b>{MARK}</b>", "2025-09-30," + MARK]
COUNTS = ["1", "3", "007", "999999999"]
NO_COUNTS = ["0", "000", "-1", "+1", "1.0", "1e3", "1234567890", "0x10", "\u0663", " 1", MARK, "9" * 400]
SDMX_NAMES = ["startPeriod", "endPeriod", "firstNObservations", "lastNObservations", "detail", "format", "asOf", "sort",
              "updatedAfter", "attributes", "measures", "reportingYearStartDay", "dimensionAtObservation", "c[FREQ]", "limit"]
KEYS = [f"k{number:03}" for number in range(120)]


class Results:
    def __init__(self):
        self.passed, self.failures, self.lock = 0, [], threading.Lock()

    def check(self, condition, what):
        with self.lock:
            if condition:
                self.passed += 1
            else:
                self.failures.append(what)

    def report(self):
        """The exit status."""
        for failure in self.failures[:20]:
            print("FAILED:", failure)
        print(f"{self.passed} passed, {len(self.failures)} failed")
        return 1 if self.failures else 0


def write(root, number):
    """A snapshot whose every figure, name and note says its number."""
    said = f"s{number}"
    units = {"u": {"ru": said, "en": said, "sdmx": {"unitMeasure": "U"}}}
    content = {"format": 1, "version": said, "asOf": "2026-11-20T09:00:00+04:00", "utcOffset": "+04:00",
               "sourceStatus": "verified", "units": units, "sources": {}, "sdmx": {"agency": "T", "dataflow": "FLOW", "refArea": "AZ"},
               "categories": [{"id": "all", "name": {"ru": "Все", "en": "All"}, "indicators": KEYS}]}
    put(root / "dataset.json", json.dumps(content))
    months = [(2024 + month // 12, month % 12 + 1) for month in range(24)]
    rows = "".join(f"{year}-{month:02},{number}.5\n" for year, month in months)
    for key in KEYS:
        definition = {"name": {"ru": f"{said} {key}", "en": f"{said} {key}"}, "unit": "u", "periodType": "monthly"}
        put(root / f"indicators/{key}.json", json.dumps(definition))
        put(root / f"indicators/{key}.csv", "date,value\n" + rows)


def put(path, text):
    new = path.with_name(path.name + ".swp")
    new.write_text(text)
    os.replace(new, path)


class Server:
    def __init__(self, program, root):
        self.log = open(root.parent / "log", "w+")
        self.process = subprocess.Popen([program, "serve", "--listen", "127.0.0.1:0", "--dataset", root], stderr=self.log)
        while not (found := re.search(r"listening on http://127\.0\.0\.1:(\d+)", self.text())):
            assert self.process.poll() is None, self.text()
            time.sleep(0.02)
        self.port = int(found[1])

    def text(self):
        return Path(self.log.name).read_text()

    def stop(self, results):
        self.process.send_signal(signal.SIGTERM)
        results.check(self.process.wait(timeout=60) == 0 and "panicked" not in self.text(), self.text()[-1000:])


class Client:
    """A connection that is kept, and made anew where the server has closed it."""

    def __init__(self, port):
        self.port, self.connection = port, None

    def ask(self, target, method="GET", **headers):
        headers = {"Accept-Encoding": "identity"} | {name.replace("_", "-"): value for name, value in headers.items()}
        for attempt in (1, 2):
            self.connection = self.connection or http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
            try:
                self.connection.request(method, target, headers=headers)
                response = self.connection.getresponse()
                return response.status, dict(response.getheaders()), response.read()
            except (http.client.RemoteDisconnected, ConnectionError):
                self.connection = None
                if attempt == 2:
                    raise


def is_period(text):
    # ISO 8601 has a year 0000, a leap year; Python has not.
    found = re.fullmatch(r"(\d{4})(?:-Q([1-4])|-(\d\d)(?:-(\d\d))?)?", text, re.ASCII)
    try:
        return bool(found) and bool(date(int(found[1]) or 2000, int(found[3] or 1), int(found[4] or 1)))
    except ValueError:
        return False


def is_right(name, value):
    if name in ("from", "to"):
        return is_period(value)
    if name == "asOf":
        return bool(re.fullmatch(r"\d{4}-\d\d-\d\d", value, re.ASCII)) and is_period(value)
    if name == "last":
        return bool(re.fullmatch(r"\d{1,9}", value, re.ASCII)) and int(value) > 0
    return all(value.split(",")) and len(dict.fromkeys(value.split(","))) <= 100


def judge(pairs, is_table):
    """The status that the documents give, and the name that the refusal must say."""
    sent = {name: value for name, value in pairs}
    taken = ["from", "to", "last"] + (["keys", "category"] if is_table else ["asOf"])
    named = [name for name in ("from", "to", "last", "keys", "category", "asOf") if name in sent]
    wrong = {name for name in named if name not in taken or not is_right(name, sent[name])}
    wrong |= {FOREIGN[name] for name in sent if name in FOREIGN}
    if wrong:
        return 400, wrong
    if "keys" in sent and not set(sent["keys"].split(",")) <= set(KEYS):
        return 404, set()
    return 200, set()


def pair(rng):
    name = rng.choice(["from", "to", "last", "keys", "asOf", "asOf", "pretty", "_", MARK] + rng.sample(sorted(FOREIGN), 2))
    if name in ("from", "to", "asOf") or FOREIGN.get(name) in ("from", "to"):
        value = rng.choice(PERIODS + ["2026-09-30"] * 6) if rng.random() < 0.5 else rng.choice(NO_PERIODS)
    elif name in ("last", "limit"):
        value = rng.choice(COUNTS) if rng.random() < 0.5 else rng.choice(NO_COUNTS)
    elif name == "keys":
        value = ",".join(rng.sample(KEYS, rng.choice((1, 2, 5)))) + rng.choice(("", "", "," + MARK, ",K001", ",", ",," + MARK))
    else:
        value = rng.choice(("1", MARK))
    return name, "" if rng.random() < 0.05 else value


def has_echo(head, body):
    said = " ".join(f"{name}: {value}" for name, value in head.items()).encode()
    return MARK.encode() in said or MARK.encode() in body or b"DROP" in body or b"9" * 100 in body


def malformed(client, results, rng, count):
    statuses = {}
    for number in range(count):
        kind = rng.choice(("json", "csv", "table", "sdmx"))
        language = rng.choice(("", "/en"))
        if kind == "sdmx":
            pairs = [(name, rng.choice(PERIODS + NO_PERIODS + COUNTS + NO_COUNTS)) for name in rng.sample(SDMX_NAMES, rng.choice((1, 1, 2)))]
            path = "/sdmx/data/FLOW" + rng.choice(("", "/all", "/M.AZ.k001", "/" + MARK, "/" + MARK + "/all", "/..."))
        else:
            pairs = [pair(rng) for _ in range(rng.choice((1, 1, 2, 3)))]
            path = language + ("/history.csv" if kind == "table" else f"/data/k{rng.randrange(120):03}/history.{kind}")
        target = path + "?" + "&".join(f"{quote(name)}={quote(value)}" for name, value in pairs)
        status, head, body = client.ask(target, rng.choice(("GET", "GET", "GET", "HEAD")))
        statuses[status] = statuses.get(status, 0) + 1
        told = f"{target[:300]}: {status} {body[:200]!r}"
        # An unknown member of `keys` is named once, in the quotation marks of the language.
        rest = body.replace(f"«{MARK}»".encode(), b"", 1).replace(f"“{MARK}”".encode(), b"", 1) if "keys" in dict(pairs) else body
        results.check(not has_echo(head, rest), "an echo: " + told)
        if kind == "sdmx":
            results.check(status in (200, 400, 404, 501), told)
            results.check(status != 501 or not body or any(name.encode() in body for name, _ in pairs) or b"c[]" in body
                          or MARK in path, "501 names no parameter: " + told)
        else:
            expected, names = judge(pairs, kind == "table")
            results.check(status == expected, f"expected {expected}, {told}")
            if status != 200:
                results.check(head.get("Cache-Control") == "no-store", "kept: " + told)
            if status == 400 and body:
                refusal = json.loads(body)
                results.check(refusal["code"] == "bad_parameter" and any(name in refusal["error"] for name in names),
                              f"should name one of {names}: {told}")
    return statuses


def many_keys(client, results):
    hundred = KEYS[:100]
    for keys, expected in ((hundred, 200), (hundred[:99] + ["none"], 404), (["none"] + hundred[1:], 404), (hundred + [KEYS[100]], 400),
                           (hundred + [hundred[0]], 200), (hundred[::-1], 200)):
        status, head, body = client.ask("/history.csv?last=1&keys=" + ",".join(keys))
        results.check(status == expected, f"{len(keys)} keys: {status}, expected {expected}")
        if status == 200:
            # Those that were asked for, in the order of the collection.
            found = [line.split(",")[0] for line in body.decode().splitlines()[1:]]
            results.check(found == hundred, f"{len(keys)} keys gave {found[:3]} …")
        if status == 404:
            results.check(json.loads(body)["code"] == "unknown_key" and head["Cache-Control"] == "no-store", str(body))


def combined(client, results):
    """What a composed body answers to HEAD, to conditions and to ranges of bytes, alone and together."""
    targets = ["/data/k001/history.json?last=5", "/en/data/k001/history.csv?from=2024-03&to=2025", "/history.csv?keys=k003,k001",
               "/history.csv?last=1", "/data/k002/history.json?asOf=2026-11-01&last=3", "/data/k001/history.csv?from=2100",
               "/history.csv?from=2025-Q2&dialect=excel", "/data/k001/history.json?last=2&pretty=0"]
    packed_targets = 0
    for target in targets:
        status, whole, body = client.ask(target)
        tag, since, size = whole["ETag"], whole["Last-Modified"], len(body)
        results.check(status == 200 and whole["Content-Length"] == str(size), f"{target}: {status}")

        def expect(status, expected_body=None, head=None, method="GET", **headers):
            found, given, content = client.ask(target, method, **headers)
            told = f"{method} {target} {headers}: {found}, {len(content)} bytes, {given}"
            results.check(found == status, f"expected {status}, {told}")
            results.check(expected_body is None or content == expected_body, "other bytes: " + told)
            results.check(all(given.get(name) == value for name, value in (head or {}).items()), f"expected {head}, {told}")
            return given, content

        same = {name: whole.get(name) for name in ("ETag", "Last-Modified", "Snapshot-Id", "Content-Type", "Cache-Control", "Vary")}
        half, rest = size // 2, size - size // 2
        part = {"Content-Range": f"bytes {half}-{size - 1}/{size}", "Content-Length": str(rest), "ETag": tag}
        expect(200, b"", same | {"Content-Length": str(size)}, "HEAD")
        expect(304, b"", {"ETag": tag}, If_None_Match=tag)
        expect(304, b"", {"ETag": tag}, "HEAD", If_None_Match=f'"x", W/{tag}')
        expect(304, b"", If_Modified_Since=since)
        expect(200, body, If_None_Match='"x"', If_Modified_Since=since)
        expect(412, If_Match='"x"')
        expect(412, None, None, "HEAD", If_Match='"x"', If_None_Match=tag)
        expect(200, body, If_Match=tag)
        expect(206, body[half:], part, Range=f"bytes={half}-")
        # Where gzip is accepted too, a part is one of the identity body.
        expect(206, body[half:], part, Range=f"bytes={half}-", Accept_Encoding="gzip")
        expect(206, body[-rest:], part, Range=f"bytes=-{rest}")
        expect(206, body[half:], part, Range=f"bytes={half}-", If_Range=tag)
        expect(200, body, Range=f"bytes={half}-", If_Range='"x"')
        expect(304, b"", Range=f"bytes={half}-", If_None_Match=tag)
        expect(412, None, {"Content-Range": None}, Range=f"bytes={half}-", If_Match='"x"')
        expect(416, None, {"Content-Range": f"bytes */{size}"}, Range=f"bytes={size}-")
        expect(200, body, Range="bytes=0-0,2-2")
        expect(200, body, Range="bytes=z-")
        expect(200, b"", {"Content-Length": str(size), "Content-Range": None}, "HEAD", Range=f"bytes={half}-")
        given, packed = expect(200, None, None, Accept_Encoding="gzip")
        # What is very short stays as it is.
        is_packed = given.get("Content-Encoding") == "gzip"
        packed_targets += is_packed
        results.check((gzip.decompress(packed) if is_packed else packed) == body, f"{target}: gzip has other bytes")
        # What is packed on its way has no length.
        framing = ("Transfer-Encoding", "chunked") if is_packed else ("Content-Length", str(len(packed)))
        results.check(given.get(framing[0]) == framing[1], f"{target}: framing of gzip")
        expect(200, b"", {name: given.get(name) for name in ("ETag", "Content-Length", "Transfer-Encoding", "Content-Encoding")}, "HEAD", Accept_Encoding="gzip")
        expect(304, b"", Accept_Encoding="gzip", If_None_Match=given["ETag"])
        expect(200, None, If_None_Match=f'"{MARK}', Range=f"bytes={size}-{MARK}")
    results.check(packed_targets >= len(targets) // 2, f"only {packed_targets} bodies were compressed")


def is_of_one(body):
    """The number that everything in an answer says, or why there is none."""
    text = body.decode()
    said = set(re.findall(r"\bs(\d+)\b", text)) | set(re.findall(r"\b(\d+)\.5\b", text))
    return said.pop() if len(said) == 1 else sorted(said)


def reading(port, results, is_over, seen):
    client, rng = Client(port), random.Random(port)
    targets = ["/data/k001/history.json?last=7", "/en/data/k005/history.csv?from=2024-06&to=2025-06", "/history.csv?last=2",
               "/en/history.csv?keys=k100,k001&from=2025", "/data/k009/history.json?asOf=2026-10-01&to=2024", "/data/k009.json",
               "/sdmx/data/FLOW/M.AZ.k001?lastNObservations=2&format=csv"]
    kept = {}
    while not is_over.wait(0.005):
        target = rng.choice(targets)
        encoding = rng.choice(("gzip", "identity"))
        conditions = {"If_None_Match": kept[target, encoding][0]} if (target, encoding) in kept and rng.random() < 0.5 else {}
        status, head, body = client.ask(target, Accept_Encoding=encoding, **conditions)
        snapshot = head.get("Snapshot-Id")
        if status == 304:
            number = kept[target, encoding][1]
        else:
            body = gzip.decompress(body) if head.get("Content-Encoding") == "gzip" else body
            number = is_of_one(body)
            results.check(status == 200 and isinstance(number, str), f"{target}: {status}, of more than one snapshot: {number}")
            kept[target, encoding] = head.get("ETag"), number
        with results.lock:
            former = seen.setdefault(snapshot, number)
            tagged = seen.setdefault((target, encoding, head.get("ETag")), number)
        results.check(former == number and tagged == number, f"{target}: {number} of {snapshot}, which had {former}, tag of {tagged}")


def reloads(server, root, results, seconds):
    is_over, seen, number = threading.Event(), {}, 1
    threads = [threading.Thread(target=reading, args=(server.port, results, is_over, seen)) for _ in range(4)]
    for thread in threads:
        thread.start()
    client, begun = Client(server.port), time.monotonic()
    try:
        # On a machine that has much else to do, a few reloads take longer.
        while (elapsed := time.monotonic() - begun) < seconds or number < 4 and elapsed < 10 * seconds:
            number += 1
            write(root, number)
            server.process.send_signal(signal.SIGHUP)
            limit = time.monotonic() + 60
            while f'"s{number}"' not in client.ask("/data/k119.json")[2].decode() and time.monotonic() < limit:
                time.sleep(0.02)
            results.check(time.monotonic() < limit, f"snapshot {number} is not served")
    finally:
        is_over.set()
        for thread in threads:
            thread.join()
    snapshots = sum(isinstance(known, str) for known in seen)
    results.check(snapshots >= 3, f"only {snapshots} snapshots were seen")
    return snapshots


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--requests", type=int, default=6000)
    parser.add_argument("--seconds", type=float, default=15)
    parser.add_argument("--seed", type=int, default=21)
    options = parser.parse_args()
    results = Results()
    with tempfile.TemporaryDirectory() as scratch:
        root = Path(scratch, "dataset")
        (root / "indicators").mkdir(parents=True)
        write(root, 1)
        server = Server(options.program, root)
        try:
            client = Client(server.port)
            statuses = malformed(client, results, random.Random(options.seed), options.requests)
            print(f"{options.requests} requests with parameters, many malformed: {dict(sorted(statuses.items()))}", flush=True)
            many_keys(client, results)
            combined(client, results)
            snapshots = reloads(server, root, results, options.seconds)
            print(f"{snapshots} snapshots were read while they came into service", flush=True)
            server.stop(results)
        finally:
            server.process.kill()
    return results.report()


if __name__ == "__main__":
    sys.exit(main())
