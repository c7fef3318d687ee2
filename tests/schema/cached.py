"""Reads a running service through requests with a caching adapter, as programs of its readers do.

    cached.py PROGRAM DATASET
"""

import re
import subprocess
import sys

import requests
from cachecontrol import CacheControlAdapter

PATHS = ["/data.json", "/en/data.json", "/data.csv", "/calendar.ics", "/catalog.json", "/schema/1.0.json"]


def main(program, dataset):
    service = subprocess.Popen(
        [program, "serve", "--dataset", dataset, "--listen", "127.0.0.1:0"], stderr=subprocess.PIPE, text=True
    )
    try:
        base = next(found[1] for line in service.stderr if (found := re.search(r"listening on (http://\S+)", line)))
        with requests.Session() as session:
            session.mount("http://", CacheControlAdapter())
            for path in PATHS:
                first = session.get(base + path, timeout=10)
                assert first.status_code == 200 and not first.from_cache, path
                kept = session.get(base + path, timeout=10)
                assert kept.from_cache and kept.content == first.content, f"{path} is not kept"
                # Asks again, with the tag that it knows: 304 renews what is kept.
                again = session.get(base + path, headers={"Cache-Control": "max-age=0"}, timeout=10)
                assert again.from_cache and again.content == first.content, f"{path} is not revalidated"
                assert again.headers["ETag"] == first.headers["ETag"], path
            for path in ["/status.json", "/healthz", "/metrics", "/data/no.json"]:
                assert not any(session.get(base + path, timeout=10).from_cache for _ in range(2)), f"{path} is kept"
        answered = requests.get(base + "/metrics", timeout=10).text
        assert f'requests_total{{class="3xx"}} {len(PATHS)}\n' in answered, answered
        print(f"{len(PATHS)} resources were kept and revalidated, others were not")
    finally:
        service.terminate()
        service.wait()


if __name__ == "__main__":
    main(*sys.argv[1:])
