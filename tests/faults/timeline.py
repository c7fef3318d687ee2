#!/usr/bin/env python3
"""Reloads around the instants at which statuses turn and embargoes end, against a real server and the real clock.

    python3 timeline.py BINARY [--seconds N] [--indicators N] [--rows N] [--ahead N] [--seed S]

A dataset is edited and reloaded at random moments; each release has rows under embargo and a source whose check becomes
overdue at instants a few seconds ahead, so that reloads fall before, on and after them, and while pages are being built.
Two pages are read all the time. What they said is held against what may have been served then:

- a row is never seen before its instant, and never gone again while the release in service has it;
- a release is the one that was loaded last: never one before it;
- a status is never `verified` long after its deadline, nor `stale` before it;
- two answers of one snapshot are of one instant.

How late rows and statuses came is printed, not judged, but for lateness beyond --patience seconds. Ends with
`N passed, M failed` (a reading each) and exits 1 if any failed.
"""

import argparse
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
from datetime import datetime, timedelta, timezone
from pathlib import Path

ROWS_AHEAD = 3  # rows under embargo in each release


def stamp(t):
    return datetime.fromtimestamp(t, timezone.utc).isoformat()


class Release:
    """One edit of the dataset: the instants of its rows, and the deadline of its status."""

    def __init__(self, number, rng, now, ahead, former):
        self.number = number
        self.instants = sorted(int(now) + rng.randint(-1, ahead) for _ in range(ROWS_AHEAD))
        if former and rng.random() < 0.6:
            # The same rows as before, so that what has come has to stay.
            self.instants = list(former.instants)
            if rng.random() < 0.5:
                self.instants = sorted(self.instants[1:] + [int(now) + rng.randint(1, ahead)])
        self.deadline = now + rng.uniform(-2, ahead) if rng.random() < 0.8 else now + 10**6
        self.loaded = None  # (asked, answered)

    def value(self, t, slack=0):
        """Which value is current at an instant: the release, and how many rows have come."""
        return self.number * 100 + sum(instant <= t + slack for instant in self.instants)


class Dataset:
    def __init__(self, root, indicators, rows):
        self.root, self.indicators = root, indicators
        (root / "indicators").mkdir(parents=True)
        first = datetime(1990, 1, 1)
        self.history = "".join(f"{(first + timedelta(days=n)).date()},{n % 7 + 1}.5,,\n" for n in range(rows))
        for number in range(indicators):
            definition = {"name": {"ru": f"№ {number}", "en": f"no. {number}"}, "unit": "u", "periodType": "daily"}
            definition |= {"source": "s"} if number < 2 else {}
            self.write(f"indicators/i{number}.json", json.dumps(definition))
            self.write(f"indicators/i{number}.csv", "date,value,published,not_before\n" + self.history)

    def write(self, path, text):
        # In the place of the former file in one step, as an editor would.
        new = self.root / f"{path}.swp"
        new.write_text(text)
        os.replace(new, self.root / path)

    def publish(self, release):
        rows = f"2026-01-01,{release.number * 100},,\n"
        for number, instant in enumerate(release.instants, 1):
            rows += f"2026-01-{number + 1:02},{release.number * 100 + number},,{stamp(instant)}\n"
        for number in range(2):
            self.write(f"indicators/i{number}.csv", "date,value,published,not_before\n" + self.history + rows)
        self.write("checks.csv", f"source,checked_at,error\ns,{stamp(release.deadline - 3600)},\n")
        main = {
            "format": 1,
            "version": f"r{release.number}",
            "asOf": "2026-11-01T00:00:00Z",
            "utcOffset": "+04:00",
            "sourceStatus": "verified",
            "units": {"u": {"ru": "u", "en": "u"}},
            "sources": {"s": {"name": {"ru": "s", "en": "s"}, "staleAfterHours": 1}},
            "categories": [
                {"id": "c", "name": {"ru": "c", "en": "c"}, "indicators": [f"i{n}" for n in range(self.indicators)]}
            ],
        }
        self.write("dataset.json", json.dumps(main))


class Service:
    def __init__(self, binary, dataset):
        command = [binary, "serve", "--dataset", str(dataset.root), "--listen", "127.0.0.1:0"]
        self.process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
        self.log, self.port, self.ready = [], None, threading.Event()
        threading.Thread(target=self.listen, daemon=True).start()
        if not self.ready.wait(120) or self.port is None:
            sys.exit("the service did not say where it listens:\n" + "".join(self.log))

    def listen(self):
        for line in self.process.stderr:
            self.log.append(line)
            if found := re.search(r"listening on http://127\.0\.0\.1:(\d+)", line):
                self.port = int(found[1])
                self.ready.set()
        self.ready.set()

    def get(self, connection, path):
        before = time.time()
        connection.request("GET", path)
        answer = connection.getresponse()
        body = json.loads(answer.read())
        return before, time.time(), answer.getheader("Snapshot-Id"), body

    def reload(self, release):
        """Has the dataset read, and waits until the server says how that ended."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=120)
        former, asked = release.number - 1, time.time()
        self.process.send_signal(signal.SIGHUP)
        while True:
            _, answered, _, status = self.get(connection, "/status.json")
            if status["dataset"]["version"] == f"r{release.number}":
                break
            if status.get("lastReload", {}).get("ok") is False:
                sys.exit(f"a reload was refused:\n{''.join(self.log)[-4000:]}")
            served = int(status["dataset"]["version"][1:])
            if served < former or answered - asked > 300:
                sys.exit(f"r{served} is served, and not r{release.number}:\n{''.join(self.log)[-4000:]}")
        release.loaded = (asked, answered)
        connection.close()


def read(service, stop, readings):
    connection = http.client.HTTPConnection("127.0.0.1", service.port, timeout=120)
    while not stop.is_set():
        one = service.get(connection, "/data/i0.json?pretty=0")
        other = service.get(connection, "/en/data/i1.json?pretty=0")
        readings.append((one, other))
        time.sleep(0.003)
    connection.close()


def judge(reading, releases, patience):
    """What is wrong with an answer, or None; and how late it was: (row, status), where it was late at all."""
    before, after, _, body = reading
    number, late = divmod(int(body["valueRaw"]), 100)[0], {}
    release = next((r for r in releases if r.number == number), None)
    if release is None:
        return f"a value that no release has: {body['valueRaw']}", late
    newer = [r for r in releases if r.number > number and r.loaded[1] < before]
    if newer:
        return f"release r{number}, though r{newer[-1].number} was served before", late
    if release.loaded[0] > after:
        return f"release r{number} before it was loaded", late
    value = int(body["valueRaw"])
    if value > release.value(after):
        return f"{value} before its instant", late
    if value < release.value(before):
        # The oldest row that should have been there, since it came or since the release did.
        missed = release.instants[value - number * 100]
        late["row"] = before - max(missed, release.loaded[0])
        if late["row"] > patience:
            return f"{value}, {late['row']:.3f} s after the instant of the next row", late
    if body["sourceStatus"] == "stale" and after <= release.deadline:
        return f"stale {release.deadline - after:.3f} s before its deadline", late
    if body["sourceStatus"] == "verified" and before > release.deadline:
        late["status"] = before - max(release.deadline, release.loaded[0])
        if late["status"] > patience:
            return f"verified {late['status']:.3f} s after its deadline", late
    return None, late


def withdrawn(readings, releases):
    """Rows that were seen and are not seen any more, though the release in service has them with the same instant."""
    found, seen = [], set()
    by_number = {r.number: r for r in releases}
    for before, _, _, body in readings:
        number, count = divmod(int(body["valueRaw"]), 100)
        release = by_number.get(number)
        if release is None:
            continue
        seen |= set(release.instants[:count])
        for missing in release.instants[count:]:
            if missing in seen:
                found.append(f"{stamp(before)}: r{number} without the row of {stamp(missing)}, which was seen")
    return found


def main():
    parser = argparse.ArgumentParser(description="reload around the instants of a timeline")
    parser.add_argument("binary")
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--indicators", type=int, default=20)
    parser.add_argument("--rows", type=int, default=20, help="of each indicator")
    parser.add_argument("--ahead", type=int, default=6, help="seconds within which instants lie")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--patience", type=float, default=5, help="seconds of lateness that are no failure")
    args = parser.parse_args()
    rng = random.Random(args.seed)
    with tempfile.TemporaryDirectory() as scratch:
        dataset = Dataset(Path(scratch) / "dataset", args.indicators, args.rows)
        releases = [Release(1, rng, time.time(), args.ahead, None)]
        dataset.publish(releases[0])
        started = time.time()
        service = Service(args.binary, dataset)
        releases[0].loaded = (started, time.time())
        stop, readings = threading.Event(), []
        reader = threading.Thread(target=read, args=(service, stop, readings))
        reader.start()
        try:
            end = time.time() + args.seconds
            while time.time() < end:
                time.sleep(rng.choice((0, 0.05, 0.3, 1, 2.5, 5)))
                release = Release(len(releases) + 1, rng, time.time(), args.ahead, releases[-1])
                dataset.publish(release)
                releases.append(release)
                release.loaded = (time.time(), float("inf"))
                service.reload(release)
            time.sleep(args.ahead + 1)
        finally:
            stop.set()
            reader.join()
            service.process.terminate()
            service.process.wait(30)
    failures, lateness, answers = [], {"row": 0.0, "status": 0.0}, []
    for one, other in readings:
        answers += [one, other]
        for reading in (one, other):
            wrong, late = judge(reading, releases, args.patience)
            if wrong:
                failures.append(f"{stamp(reading[0])}: {wrong}")
            for kind, by in late.items():
                lateness[kind] = max(lateness[kind], by)
        seen = [(reading[3]["valueRaw"], reading[3]["sourceStatus"]) for reading in (one, other)]
        if one[2] == other[2] and seen[0] != seen[1]:
            failures.append(f"{stamp(one[0])}: one snapshot of two instants: {seen}")
    failures += withdrawn(answers, releases)
    for line in failures[:20]:
        print(line)
    if failures:
        print("".join(service.log)[-6000:])
    print(f"{len(releases)} releases; rows at most {lateness['row'] * 1000:.0f} ms late, statuses {lateness['status'] * 1000:.0f} ms")
    print(f"{len(answers) - len(failures)} passed, {len(failures)} failed")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
