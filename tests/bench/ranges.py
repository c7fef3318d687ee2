#!/usr/bin/env python3
"""What a range of a history costs: against nginx with the same bytes in a file, and against a whole page of the same length.

    python3 tests/bench/ranges.py [--program PATH] [--seconds N] [--rounds N]

Needs `wrk` and `nginx` (apt-get install wrk nginx), and the program as it is shipped: packaging/build-static, profile
`packaged`. Linux alone: reads /proc.
Asks over 32 kept connections, in turns. Prints a table in Markdown: medians over the rounds. "Different" asks for another
range with every request; its bytes are of the same lengths. At the end 20,000 different queries, and the resident memory
before and after.
"""

import argparse
import gzip
import http.client
import os
import re
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.dont_write_bytecode = True
import dataset

CONNECTIONS = 32
LONG, KEY = 5000, "series-00000"
TICKS = os.sysconf("SC_CLK_TCK")
# Name, query of the long series, rows of the whole page that is as long.
CASES = (
    ("last 12", "last=12", 12),
    ("last 250", "last=250", 250),
    ("a year", "from=2020&to=2020", 250),
    ("to 2020", "to=2020", 3500),
)
NGINX = """
{user}
worker_processes 2; daemon off; pid {work}/nginx.pid; error_log {work}/error.log;
events {{ worker_connections 1024; }}
http {{
    access_log off; default_type application/json; sendfile on; tcp_nopush on; tcp_nodelay on; server_tokens off;
    keepalive_timeout 60s; keepalive_requests 1000000000; open_file_cache max=1000 inactive=60s; gzip_static on;
    client_body_temp_path {work}/t1; proxy_temp_path {work}/t2; fastcgi_temp_path {work}/t3;
    uwsgi_temp_path {work}/t4; scgi_temp_path {work}/t5;
    server {{ listen 127.0.0.1:{port}; root {work}/www; {headers} }}
}}
"""


class Server:
    """A program that answers: its address, and the processes whose time counts."""

    def __init__(self, port, process, pids):
        self.port, self.process, self.pids = port, process, pids

    def ticks(self):
        def of(pid):
            return sum(map(int, Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11:13]))

        return sum(of(pid) for pid in self.pids)

    def get(self, target, encoding="identity"):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        connection.request("GET", target, headers={"Accept-Encoding": encoding})
        answer = connection.getresponse()
        return answer, answer.read()

    def resident(self):
        return sum(int(re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{pid}/status").read_text())[1]) for pid in self.pids) / 1024


def serve(program, directory):
    command = [program, "serve", "--dataset", directory, "--listen", "127.0.0.1:0"]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    for line in process.stderr:
        if found := re.search(r"listening on http://127\.0\.0\.1:(\d+)", line):
            return Server(int(found[1]), process, [process.pid])
    raise SystemExit("the service did not say where it listens")


def start_nginx(work, answers):
    (work / "www").mkdir()
    for name, (answer, plain, packed) in answers.items():
        (work / "www" / name).write_bytes(plain)
        (work / "www" / f"{name}.gz").write_bytes(packed)
    answer = next(iter(answers.values()))[0]
    kept = [(name, value) for name, value in answer.getheaders() if name not in
            ("Date", "Content-Length", "Content-Type", "Last-Modified", "Connection", "ETag", "Accept-Ranges")]
    headers = " ".join(f"add_header {name} '{value}';" for name, value in kept)
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    user = "user root;" if os.getuid() == 0 else ""
    (work / "nginx.conf").write_text(NGINX.format(user=user, work=work, port=port, headers=headers))
    process = subprocess.Popen(["nginx", "-p", work, "-c", work / "nginx.conf", "-e", work / "error.log"])
    for _ in range(200):
        time.sleep(0.05)
        children = subprocess.run(["pgrep", "-P", str(process.pid)], capture_output=True, text=True).stdout.split()
        if len(children) == 2:
            return Server(port, process, [int(pid) for pid in children])
    raise SystemExit("nginx did not start")


def load(server, target, encoding, seconds):
    """Requests a second, and microseconds of processor time a request."""
    before = server.ticks()
    command = ["wrk", "-t2", f"-c{CONNECTIONS}", f"-d{seconds}s", "-H", f"Accept-Encoding: {encoding}",
               f"http://127.0.0.1:{server.port}{target}"]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    if "Non-2xx" in said or "Socket errors" in said:
        raise SystemExit(said)
    requests = int(re.search(r"(\d+) requests in", said)[1])
    rate = float(re.search(r"Requests/sec:\s+([\d.]+)", said)[1])
    return rate, (server.ticks() - before) / TICKS * 1e6 / requests


def measure(program, seconds, rounds):
    with tempfile.TemporaryDirectory() as scratch:
        work, running = Path(scratch), []
        try:
            dataset.write(str(work / "long"), 8, LONG)
            long = serve(program, work / "long")
            running.append(long)
            path = f"/data/{KEY}/history.json"
            answers, whole = {}, {}
            for number, (_, query, rows) in enumerate(CASES):
                target = f"{path}?{query}"
                answer, plain = long.get(target)
                packed = long.get(target, "gzip")[1]
                assert gzip.decompress(packed) == plain, target
                answers[f"r{number}"] = (answer, plain, packed)
                dataset.write(str(work / f"short{number}"), 8, rows)
                whole[number] = serve(program, work / f"short{number}")
                running.append(whole[number])
            nginx = start_nginx(work, answers)
            running.append(nginx)
            print("| range | encoding | bytes | requests/s | of nginx | µs a request | of the whole page's |")
            print("|---|---|---|---|---|---|---|")
            for number, (name, query, _) in enumerate(CASES):
                for encoding in ("identity", "gzip"):
                    taken = {"ours": [], "nginx": [], "whole": []}
                    for _ in range(rounds):
                        taken["ours"].append(load(long, f"{path}?{query}", encoding, seconds))
                        taken["nginx"].append(load(nginx, f"/r{number}", encoding, seconds))
                        taken["whole"].append(load(whole[number], path, encoding, seconds))
                    rate, cost = ({of: statistics.median(run[i] for run in runs) for of, runs in taken.items()} for i in (0, 1))
                    size = len(answers[f"r{number}"][1 if encoding == "identity" else 2])
                    print(f"| {name} | {encoding} | {size} | {rate['ours']:.0f} | {rate['ours'] / rate['nginx']:.2f} "
                          f"| {cost['ours']:.0f} | {cost['ours'] / cost['whole']:.2f} |", flush=True)
            before = long.resident()
            connection = http.client.HTTPConnection("127.0.0.1", long.port, timeout=30)
            for number in range(20_000):
                day = f"{2010 + number % 16}-{1 + number // 16 % 12:02}-{1 + number // 192 % 28:02}"
                connection.request("GET", f"{path}?from={day}&last={1 + number % 977}")
                connection.getresponse().read()
            print(f"\nresident memory: {before:.1f} MB before 20,000 different queries, {long.resident():.1f} MB after")
        finally:
            for server in running:
                server.process.terminate()
                server.process.wait()


def main():
    parser = argparse.ArgumentParser(description="measure ranges of histories")
    parser.add_argument("--program", default=Path(__file__).resolve().parents[2] / "target/static/indicatord")
    parser.add_argument("--seconds", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=3)
    args = parser.parse_args()
    measure(args.program, args.seconds, args.rounds)


if __name__ == "__main__":
    main()
