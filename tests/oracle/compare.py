#!/usr/bin/env python3
"""Compares the service with the reference implementation, byte for byte, over random datasets.

    python3 compare.py BINARY [--seeds N] [--first K]            runs `BINARY export` at every interesting instant
    python3 compare.py BINARY [--seeds N] [--first K] --serve    runs `BINARY serve` and asks it over HTTP, now

Prints the first difference of every failing seed and the dataset directory that shows it, which stays; ends with
`N passed, M failed` and exits 1 if any failed. The binary may write files that the reference does not know.
"""

import argparse
import difflib
import http.client
import json
import multiprocessing
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from datetime import datetime, timezone
from fractions import Fraction
from pathlib import Path

sys.dont_write_bytecode = True
import generate
import oracle

WORKERS = 2
TIMEOUT = 60  # seconds for one run of the binary, or for one answer


class Mismatch(Exception):
    """What differs, for people."""


def compare(what, expected, actual):
    if expected == actual:
        return
    lines = [body.decode(errors="backslashreplace").split("\n") for body in (expected, actual)]
    diff = list(difflib.unified_diff(*lines, "reference", "service", lineterm="", n=3))
    at = next((i for i, (a, b) in enumerate(zip(expected, actual)) if a != b), min(len(expected), len(actual)))
    around = slice(max(0, at - 30), at + 30)
    report = [f"{what} differs at byte {at}:", f"  reference: {expected[around]!r}", f"  service:   {actual[around]!r}"]
    # A compact body is one long line: there the bytes around the difference say it all.
    raise Mismatch("\n".join(report + (diff[:40] if len(lines[0]) > 1 else [])))


def compare_export(binary, dataset, instants, scratch):
    loaded = oracle.load(dataset)
    for number, at in enumerate(instants):
        out = scratch / f"out{number}"
        command = [binary, "export", str(out), "--dataset", str(dataset), "--at", at]
        try:
            run = subprocess.run(command, capture_output=True, timeout=TIMEOUT)
        except subprocess.TimeoutExpired:
            raise Mismatch(f"still running after {TIMEOUT} s: {' '.join(command)}") from None
        if run.returncode != 0:
            said = (run.stdout + run.stderr).decode(errors="backslashreplace")
            raise Mismatch(f"exit code {run.returncode} from {' '.join(command)}\n{said[-4000:]}")
        for path, (pretty, _) in oracle.bodies(loaded, oracle.instant(at)).items():
            if not (out / path).is_file():
                raise Mismatch(f"{path} was not written by {' '.join(command)}")
            compare(f"{path} at {at}", pretty, (out / path).read_bytes())
        for path, table in oracle.tables(loaded, oracle.instant(at)).items():
            compare(f"{path} at {at}", table, (out / path).read_bytes())
        compare_facts(loaded, at, out)
        public = {i.key for i in oracle.public(loaded, oracle.instant(at)).indicators}
        for key in {i.key for i in loaded.indicators} - public:
            paths = [f"{prefix}{of}" for prefix in ("", "en/") for of in (f"data/{key}.json", f"data/{key}", f"view/{key}")]
            if any((out / path).exists() for path in paths):
                raise Mismatch(f"{key} is under embargo and was written by {' '.join(command)}")
        shutil.rmtree(out)


def compare_facts(loaded, at, out):
    """The dates and values of each `latest.json`, whose sentences are the service's own, and the days of the calendar."""
    t = oracle.instant(at)
    dataset = oracle.public(loaded, t)
    for indicator in dataset.indicators:
        path = out / "data" / indicator.key / "latest.json"
        body = json.loads(path.read_text(), parse_int=str, parse_float=str)
        for member, expected in oracle.latest_facts(dataset, indicator, t).items():
            fact = body.get(member) and {name: body[member].get(name) for name in ("date", "valueRaw")}
            if fact != expected:
                raise Mismatch(f"{member} of {path} at {at}: {fact}, expected {expected}")
    for prefix, lang in (("", "ru"), ("en/", "en")):
        body = json.loads((out / f"{prefix}calendar.json").read_text())
        dates = [date["date"] for date in body["dates"]]
        named = {date["date"]: by_key(date["indicators"]) for date in body["dates"]}
        expected = {day: by_key(entries) for day, entries in oracle.calendar_dates(dataset, lang).items()}
        if dates != sorted(expected) or named != expected:
            raise Mismatch(f"{prefix}calendar.json at {at}: {named}, expected {expected}")


    feed = (out / "feed.atom").read_text()
    ids = re.findall(r"<entry>\s*<id>tag:[^:]*:([^/<]*)/([^/<]*)/([^/<]*)</id>", feed)
    told = [(published, key, day) for key, day, published in ids]
    expected = sorted(oracle.feed_entries(dataset), reverse=True)
    if sorted(told, reverse=True) != expected[:100]:
        raise Mismatch(f"feed.atom at {at}: {told}, expected {expected}")


def by_key(entries):
    return sorted(entries, key=lambda entry: entry["key"])


class Service:
    """A running `serve`, its address in `port`; it ends with the block."""

    def __init__(self, binary, dataset):
        command = [binary, "serve", "--dataset", str(dataset), "--listen", "127.0.0.1:0"]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        self.port, self.said, self.started = None, [], threading.Event()
        threading.Thread(target=self.listen, daemon=True).start()

    def listen(self):
        for line in self.process.stderr:
            self.said.append(line.decode(errors="backslashreplace"))
            if found := re.search(r"listening on http://127\.0\.0\.1:(\d+)", self.said[-1]):
                self.port = int(found[1])
                self.started.set()
        self.started.set()

    def __enter__(self):
        if not self.started.wait(TIMEOUT) or self.port is None:
            self.__exit__()
            raise Mismatch("the service did not say where it listens:\n" + "".join(self.said)[-4000:])
        return self

    def __exit__(self, *_):
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()

    def get(self, targets):
        """The status and body of each target, over one connection."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=TIMEOUT)
        answers = {}
        try:
            for target in targets:
                connection.request("GET", target)
                answer = connection.getresponse()
                answers[target] = (answer.status, answer.read())
        except (OSError, http.client.HTTPException) as error:
            raise Mismatch(f"GET {target}: {error!r}") from None
        finally:
            connection.close()
        return answers


def expected_answers(dataset, t):
    pages = oracle.bodies(dataset, t)
    answers = {}
    for path, (pretty, compact) in pages.items():
        answers[f"/{path}?pretty=0"] = (200, compact)
        answers[f"/{path}?pretty=1"] = (200, pretty)
    answers |= {f"/{path}": (200, table) for path, table in oracle.tables(dataset, t).items()}
    for prefix, lang in (("", "ru"), ("en/", "en")):
        pretty, compact = oracle.forms(oracle.unknown_key_body(lang))
        answers[f"/{prefix}data/no-such-key.json?pretty=0"] = (404, compact)
        answers[f"/{prefix}data/no-such-key.json?pretty=1"] = (404, pretty)
    return answers


def compare_service(binary, dataset):
    loaded = oracle.load(dataset)
    with Service(binary, dataset) as service:
        for last in (False, True):
            # The service may take a second to turn a status; two answers that differ mean that one turns now.
            before = expected_answers(loaded, Fraction(time.time()) - 2)
            actual = service.get(before)
            after = expected_answers(loaded, Fraction(time.time()) + 1)
            if before == after or last:
                break
            time.sleep(4)
    for target, (status, body) in after.items():
        if actual[target][0] != status:
            raise Mismatch(f"GET {target}: status {actual[target][0]}, expected {status}")
        compare(f"GET {target}", body, actual[target][1])


def try_seed(job):
    """One seed: None, or what to tell about its failure."""
    binary, serve, seed = job
    scratch = Path(tempfile.mkdtemp(prefix=f"oracle-{seed}-"))
    dataset, now = scratch / "dataset", None
    if serve:
        now = datetime.now(timezone.utc).isoformat(timespec="seconds")
    instants = generate.generate(seed, dataset, now)
    try:
        if serve:
            compare_service(binary, dataset)
        else:
            compare_export(binary, dataset, instants, scratch)
    except Mismatch as mismatch:
        again = f" --now {now}" if now else ""
        return f"seed {seed}{again}: {mismatch}\n  dataset kept in {dataset}\n"
    shutil.rmtree(scratch)
    return None


def main():
    parser = argparse.ArgumentParser(description="compare the service with the reference implementation")
    parser.add_argument("binary")
    parser.add_argument("--seeds", type=int, default=200, help="how many (default 200)")
    parser.add_argument("--first", type=int, default=1, help="the first of them (default 1)")
    parser.add_argument("--serve", action="store_true", help="over HTTP, at the present time")
    args = parser.parse_args()
    binary = shutil.which(args.binary) or parser.error(f"no program at {args.binary}")
    jobs = [(str(Path(binary).absolute()), args.serve, seed) for seed in range(args.first, args.first + args.seeds)]
    failed = 0
    with multiprocessing.Pool(WORKERS) as pool:
        for report in pool.imap_unordered(try_seed, jobs):
            if report:
                failed += 1
                print(report, flush=True)
    print(f"{len(jobs) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
