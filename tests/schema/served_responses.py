"""Tries a running service against its own OpenAPI document, and its other forms against the usual ones.

    served_responses.py PROGRAM DATASET
"""

import csv
import io
import json
import re
import subprocess
import sys
import tempfile
import urllib.request
from decimal import Decimal
from pathlib import Path

from validate import check, validator

EXPECTED = """
# What SDMX knows and is not offered is answered so [D21].
[checks.not_a_server_error]
expected-statuses = ["2xx", "3xx", "4xx", 501]
# A range of bytes may begin behind the end of a body [D23.range].
[checks.positive_data_acceptance]
expected-statuses = ["2xx", "3xx", 404, 416, 501]
"""


def get(url):
    with urllib.request.urlopen(url, timeout=10) as response:
        return response.read().decode("utf-8")


def load(text):
    return json.loads(text, parse_float=Decimal)


def check_forms(base, document):
    """pretty=0 says the same in fewer bytes; dialect=excel says the same to a spreadsheet."""
    parameters = document["components"]["parameters"]
    key, category = (parameters[name]["examples"]["first"]["value"] for name in ("key", "category"))
    for path, item in document["paths"].items():
        if path.startswith("/sdmx/"):
            continue
        media, content = next(iter(item["get"]["responses"]["200"]["content"].items()))
        url = base + path.replace("{key}", key).replace("{category}", category)
        if not media.startswith("text/") and media != "application/json":
            continue
        usual = get(url)
        if media == "application/json":
            compact = get(url + "?pretty=0")
            assert load(compact) == load(usual) and len(compact) < len(usual) and not compact.endswith("\n"), path
            assert usual.endswith("}\n"), path
            one = validator({"components": document["components"]}, content["schema"]["$ref"])
            check(one, load(usual), path)
        if media == "text/csv":
            excel = get(url + "?dialect=excel")
            assert excel.startswith("\ufeff") and "\r\n" in excel, path
            english = path.startswith("/en/")
            rows = [list(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True))
                    for text, delimiter in ((usual, ","), (excel.removeprefix("\ufeff"), "," if english else ";"))]
            assert rows[0][0] == rows[1][0] and len(rows[0]) == len(rows[1]), path
            for plain, other in zip(*(rest[1:] for rest in rows)):
                for a, b in zip(plain, other):
                    number = re.fullmatch(r"-?\d+(\.\d+)?", a)
                    time = re.fullmatch(r"(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)[+-]\d\d:\d\d", a)
                    expected = a if number and english else a.replace(".", ",") if number else f"{time[1]} {time[2]}" if time else a
                    assert b in (expected, f"'{a}"), (path, a, b)


def main(program, dataset):
    arguments = [program, "serve", "--listen", "127.0.0.1:0", "--dataset", dataset, "--log-level", "off"]
    with subprocess.Popen(arguments, stderr=subprocess.PIPE, text=True) as service:
        try:
            base = service.stderr.readline().strip().removeprefix("listening on ")
            check_forms(base, load(get(f"{base}/openapi.json")))
            tool = Path(sys.executable).with_name("schemathesis")
            options = ["--checks", "all", "--max-examples", "20", "--generation-deterministic"]
            with tempfile.TemporaryDirectory() as directory:
                Path(directory, "schemathesis.toml").write_text(EXPECTED)
                subprocess.run([tool, "run", f"{base}/openapi.json", *options], check=True, cwd=directory)
        finally:
            service.terminate()


if __name__ == "__main__":
    main(*sys.argv[1:])
