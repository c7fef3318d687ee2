#!/usr/bin/env python3
"""Compares two programs in turns on this machine: size, start, reload, memory, and requests.

    tests/bench/turns.py BEFORE AFTER [--dataset DIR] [--rounds 11] [--seconds 3]

The dataset, by default the one of this project, has to be one that both can read. Needs `wrk`, unless --seconds is 0. Prints
a table in Markdown: medians over the rounds, and the median of the ratios within each round, of which a machine whose speed
changes disturbs few. Times of the processor are those of all threads.
"""

import argparse
import json
import os
import pathlib
import re
import shutil
import signal
import statistics
import subprocess
import tempfile
import time

RELOADS = 5
PROJECT = pathlib.Path(__file__).resolve().parents[2]


class Service:
    """A program that serves a dataset."""

    def __init__(self, program, dataset):
        environment = {**os.environ, "INDICATORD_CONF": "/dev/null", "INDICATORD_REST_MS": "1"}
        begun = time.monotonic()
        command = [program, "serve", "--dataset", dataset, "--listen", "127.0.0.1:0"]
        self.process = subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True)
        self.address = self.wait_for("listening on ").split("listening on ")[1].split()[0]
        self.started_after = time.monotonic() - begun

    def wait_for(self, text):
        for line in self.process.stderr:
            if text in line:
                return line
        raise SystemExit(f"{self.process.args[0]} ended without: {text}")

    def memory(self):
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(r"VmRSS:\s+(\d+)", status)[1]) / 1024

    def end(self):
        """Ends it, and returns the seconds of processors that it took in all."""
        self.process.send_signal(signal.SIGTERM)
        for _ in self.process.stderr:
            pass
        _, status, usage = os.wait4(self.process.pid, 0)
        self.process.returncode = status
        return usage.ru_utime + usage.ru_stime


def set_version(dataset, version):
    path = pathlib.Path(dataset) / "dataset.json"
    text = re.sub(r'"version": "[^"]*"', f'"version": "{version}"', path.read_text(), count=1)
    new = path.with_suffix(".new")
    new.write_text(text)
    new.replace(path)


def requests(address, path, header, seconds):
    said = subprocess.run(["wrk", "-t2", "-c32", f"-d{seconds}s", "-H", header, address + path],
                          check=True, capture_output=True, text=True).stdout
    if "Non-2xx" in said:
        raise SystemExit(said)
    return float(re.search(r"Requests/sec:\s+([\d.]+)", said)[1])


def measure(program, dataset, seconds):
    figures = {}
    service = Service(program, dataset)
    figures["start to listening, ms"] = service.started_after * 1000
    figures["memory, idle, MB"] = service.memory()
    start = service.end()
    figures["start, ms of processors"] = start * 1000

    service = Service(program, dataset)
    begun = time.monotonic()
    for number in range(RELOADS):
        version = f"turn.{time.monotonic_ns()}.{number}"
        set_version(dataset, version)
        service.process.send_signal(signal.SIGHUP)
        service.wait_for(f"reload: {version}")
    figures["reload, ms"] = (time.monotonic() - begun) / RELOADS * 1000
    figures["reload, ms of processors"] = (service.end() - start) / RELOADS * 1000

    if seconds:
        service = Service(program, dataset)
        catalog = subprocess.run(["curl", "-fsS", f"{service.address}/data.json"], check=True, capture_output=True).stdout
        key = json.loads(catalog)["metrics"][0]["key"]
        for path, header in ((f"/data/{key}.json", "Accept: */*"), ("/data.json", "Accept-Encoding: gzip"),
                             (f"/data/{key}/history.csv?last=12", "Accept-Encoding: gzip")):
            name = path.replace(key, "KEY") + (", gzip" if "gzip" in header else "")
            figures[f"{name}, requests/s"] = requests(service.address, path, header, seconds)
        figures["memory, after that, MB"] = service.memory()
        service.end()
    return figures


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("programs", nargs=2)
    parser.add_argument("--dataset", default=PROJECT / "dataset")
    parser.add_argument("--rounds", type=int, default=11)
    parser.add_argument("--seconds", type=int, default=3)
    arguments = parser.parse_args()

    programs = [os.path.abspath(program) for program in arguments.programs]
    rounds = []
    with tempfile.TemporaryDirectory() as work:
        dataset = f"{work}/dataset"
        shutil.copytree(arguments.dataset, dataset)
        for number in range(arguments.rounds):
            pair = [None, None]
            # Whoever comes second finds a machine that is warm.
            for at in (0, 1) if number % 2 == 0 else (1, 0):
                pair[at] = measure(programs[at], dataset, arguments.seconds)
            rounds.append(pair)

    print(f"| {arguments.rounds} rounds in turns | before | after | ratio |\n|---|---|---|---|")
    sizes = [os.path.getsize(program) / 1e6 for program in programs]
    print(f"| size, MB | {sizes[0]:.2f} | {sizes[1]:.2f} | {sizes[1] / sizes[0]:.2f} |")
    for name in rounds[0][0]:
        before, after = ([pair[at][name] for pair in rounds] for at in (0, 1))
        ratio = statistics.median(b / a for a, b in zip(before, after))
        print(f"| {name} | {statistics.median(before):.1f} | {statistics.median(after):.1f} | {ratio:.2f} |")


if __name__ == "__main__":
    main()
