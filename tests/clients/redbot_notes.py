"""REDbot asks for resources as caches, resumed downloads and clients with and without gzip do, and finds nothing to warn of.

    redbot_notes.py PROGRAM REDBOT
"""

import json
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

from service import HOSTILE, serve

# Each with the note that says that REDbot did there what the others are checked for: a new version may stop doing it.
RESOURCES = [
    ("/data.json", "RANGE_CORRECT"),
    ("/en/data/revised.json", "RANGE_CORRECT"),
    ("/data/revised/history.json", "INM_304"),
    ("/en/data/revised/history.csv", "CONNEG_GZIP_GOOD"),
    ("/data/revised/history.csv?from=2026-06&to=2026-09", "RANGE_CORRECT"),
    ("/en/data/revised/history.json?last=3", "INM_304"),
    ("/history.csv?last=2", "CONNEG_GZIP_GOOD"),
    ("/data.xlsx", "INM_304"),
    ("/", "CONNEG_GZIP_GOOD"),
    ("/en/view/revised", "IMS_304"),
    ("/feed.atom", "INM_304"),
    ("/style.css", "INM_304"),
    ("/openapi.json", "CONNEG_GZIP_GOOD"),
    ("/data/none.json", "STORE_NO_STORE"),
    ("/data/revised/history.json?last=0", "STORE_NO_STORE"),
]
# `public` allows caches of others to keep the answer to a request with credentials, which a proxy in front may ask for.
# The last of the resources is meant to be refused. A body that is written for its request is not read for its tag where
# `If-Modified-Since` alone says that it is unchanged.
ACCEPTED = {"STORE_PUBLIC_UNNECESSARY", "STATUS_BAD_REQUEST", "MISSING_HDRS_304"}


def notes(redbot, base, path):
    done = subprocess.run([redbot, "-o", "har", base + path], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, (path, done.stderr)
    entry = json.loads(done.stdout)["log"]["entries"][0]
    return {note["note_id"]: note for note in entry["_red_messages"]}


def main(program, redbot):
    with serve(program, HOSTILE) as base, ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda resource: notes(redbot, base, resource[0]), RESOURCES))
    wrong = []
    for (path, expected), told in zip(RESOURCES, found):
        wrong += [f"{path}: {note['summary']}" for id, note in told.items() if note["level"] in ("WARN", "BAD") and id not in ACCEPTED]
        if expected not in told:
            wrong.append(f"{path}: REDbot no longer says {expected}, but {sorted(told)}")
    assert not wrong, "\n".join(wrong)
    print(f"REDbot asked for {len(RESOURCES)} resources and has nothing to warn of")


if __name__ == "__main__":
    main(*sys.argv[1:])
