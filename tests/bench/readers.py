#!/usr/bin/env python3
"""What readers notice of work behind their backs: of a reload of one row of a million, and of a status that turns at its
instant with 10,000 indicators.

    tests/bench/readers.py [ROUNDS]      needs `wrk` and a release build; INDICATORD=path of another binary

Prints the 99th percentile of eight kept connections, quiet and during reloads, as a ratio within each round; then how
long after its instant the new status was served first, with the last answer before it that had the old one.
"""

import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from contextlib import contextmanager
from datetime import date, datetime, timedelta, timezone
from pathlib import Path

sys.dont_write_bytecode = True
import dataset

ROOT = Path(__file__).resolve().parent.parent.parent
PROGRAM = os.environ.get("INDICATORD", ROOT / "target/static/indicatord")
PAGE = "/data/series-00007.json"
SECONDS = 4
LEAD = 45  # seconds in which 10,000 indicators are written, loaded and built


@contextmanager
def served(directory):
    """The process, its address, and a function that waits for a line of its log."""
    process = subprocess.Popen([PROGRAM, "serve", "--dataset", directory, "--listen", "127.0.0.1:0"],
                               stderr=subprocess.PIPE, text=True)

    def line(pattern):
        for text in process.stderr:
            if found := re.search(pattern, text):
                return found
        sys.exit(f"the service ended before it said {pattern}")

    try:
        yield process, line(r"listening on (http://\S+)")[1], line
    finally:
        process.terminate()
        process.communicate()


def p99(address):
    """Milliseconds."""
    output = subprocess.run(["wrk", "--latency", "-t1", "-c8", f"-d{SECONDS}s", address + PAGE], check=True,
                            capture_output=True, text=True).stdout
    if "Non-2xx" in output or "Socket errors" in output:
        sys.exit(output)
    number, unit = re.search(r"99%\s+([\d.]+)(us|ms|s)\b", output).groups()
    return float(number) * {"us": 0.001, "ms": 1, "s": 1000}[unit]


def publish(directory, number):
    """A row more, in a new version."""
    with open(directory / "indicators/series-00000.csv", "a") as file:
        file.write(f"{date(2026, 11, 19) + timedelta(days=number)},1.7000\n")
    definition = directory / "dataset.json"
    text = definition.read_text()
    definition.write_text(re.sub(r'"version": "[^"]*"', f'"version": "reload.{number}"', text))


def reloads(work, rounds):
    directory = work / "million"
    dataset.write(directory, 200, 5000, as_of="2027-06-01T09:00:00+04:00")
    print("| 200 indicators × 5,000 rows | p99 quiet, ms | p99 in a reload, ms | ratio |\n|---|---|---|---|")
    with served(directory) as (process, address, line):
        for number in range(1, rounds + 1):
            quiet = p99(address)

            def reload():
                time.sleep(SECONDS / 4)
                publish(directory, number)
                process.send_signal(signal.SIGHUP)
                line(f"reload.{number}")

            thread = threading.Thread(target=reload)
            thread.start()
            busy = p99(address)
            thread.join()
            print(f"| round {number} | {quiet:.2f} | {busy:.2f} | {busy / quiet:.1f} |", flush=True)


def status(address):
    return json.load(urllib.request.urlopen(address + PAGE))["sourceStatus"]


def turn(work):
    """A check becomes stale an hour after it was made; it was made an hour ago but for the time that a start takes."""
    directory = work / "wide"
    instant = int(time.time()) + LEAD
    checked = datetime.fromtimestamp(instant - 3600, timezone.utc).strftime("%Y-%m-%dT%H:%M:%S+00:00")
    dataset.write(directory, 10000, 20, as_of=checked, checked_at=checked, stale_after=1)
    with served(directory) as (_, address, _):
        old, last = status(address), None
        if time.time() > instant - 1 or old != "verified":
            sys.exit("this machine needs a larger LEAD")
        time.sleep(instant - 0.5 - time.time())
        while (new := status(address)) == old:
            last = time.time()
            if last > instant + 30:
                sys.exit("the status has not turned")
        print(f"\n10,000 indicators: `{new}` {1000 * (time.time() - instant):.0f} ms after its instant, "
              f"`{old}` for the last time at {1000 * (last - instant):+.0f} ms")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as directory:
        reloads(Path(directory), int(sys.argv[1]) if len(sys.argv) > 1 else 3)
        turn(Path(directory))
