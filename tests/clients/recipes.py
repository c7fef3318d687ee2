"""Every recipe of /use that says so is run as it stands against a running service: in one language with the address
that the service is told, in the other with that of the environment. What a recipe has loaded and is not there is skipped
by name.

    recipes.py PROGRAM
"""

import contextlib
import html
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
from pathlib import Path

import requests
from readers import published
from service import HOSTILE, serve

# Where the address is not known, recipes find it in the environment, and forms name the variable.
VARIABLE = "BASE"
GAPS = re.compile(r"ADDRESS|IMPORT_OS|PREFIX|SEVERAL|\b(CATEGORY|KEY|FLOW|AGENCY)\b")
RUN = {"curl", "ranges", "latest", "requests", "pandas", "pandas-url", "changes", "wide", "vintages", "polars", "duckdb", "r", "readr", "telegram", "javascript", "sdmx"}
FORMS = {"excel", "sheets", "grafana", "home-assistant", "powershell"}
# Forms that are run nevertheless where their program is there.
OPTIONAL = {"powershell"}
# Runs the module of a page in Node, with a document that prints what the page would show.
BROWSER = "globalThis.document = { querySelector: () => ({ set textContent(text) { console.log(text); } }) };\n"


def recipes(base, language):
    page = requests.get(f"{base}{language}/use", timeout=10).content.decode()
    found = re.findall(r'<section [^>]*aria-labelledby="([^"]+)">.*?<pre class="recipe"[^>]*><code>(.*?)</code></pre>', page, re.S)
    run = {id for id, sentence in re.findall(r'aria-labelledby="([^"]+)">.*?<p>(.*?)</p>', page, re.S)
           if "This recipe is tested automatically" in sentence or "целиком проверяется автоматически" in sentence}
    return {id: (html.unescape(code), id in run) for id, code in found}


def free_address():
    """An address that nobody listened on a moment ago: the service is told its public one before it has one."""
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        return f"127.0.0.1:{held.getsockname()[1]}"


def is_missing(id):
    """What a recipe needs that is not there, if anything."""
    if id == "powershell" and not shutil.which("pwsh"):
        return "PowerShell"
    if id in ("r", "readr"):
        if not shutil.which("Rscript"):
            return "R"
        package = {"r": "httr", "readr": "readr"}[id]
        found = subprocess.run(["Rscript", "-e", f"library({package})"], capture_output=True)
        return f"the R package {package}" if found.returncode else None
    return None


def outcome(id, code, directory, base=None):
    """What a recipe prints when it is run twice: the second run finds what the first has kept."""
    if id == "javascript":
        # A page has no environment: its reader writes the address.
        if base:
            code = code.replace(f'"{VARIABLE}/', f'"{base}/')
        (directory / "page.mjs").write_text(BROWSER + re.search(r'<script type="module">(.*)</script>', code, re.S)[1])
        command = ["node", "page.mjs"]
    elif id in ("curl", "ranges", "latest"):
        command = ["bash", "-euc", code]
    elif id in ("r", "readr"):
        (directory / "recipe.R").write_text(code)
        command = ["Rscript", "recipe.R"]
    elif id == "powershell":
        (directory / "recipe.ps1").write_text("$ErrorActionPreference = 'Stop'\n" + code)
        command = ["pwsh", "-NoProfile", "-NonInteractive", "-File", "recipe.ps1"]
    else:
        (directory / "recipe.py").write_text(code)
        command = [sys.executable, "recipe.py"]
    environment = {name: value for name, value in os.environ.items() if name != VARIABLE} | ({VARIABLE: base} if base else {})
    outputs = []
    for _ in range(2):
        done = subprocess.run(command, cwd=directory, env=environment, capture_output=True, text=True, timeout=120)
        assert done.returncode == 0, (id, done.stderr)
        outputs.append(done.stdout)
    assert outputs[0] == outputs[1] and outputs[0].strip(), (id, outputs)
    return outputs[0]


def check_vintages(code):
    """The three lines of the page, and the naive answers."""
    names = {}
    naive = published(HOSTILE, "revised")
    # The recipe keeps what it has got in the directory that it is run in.
    with tempfile.TemporaryDirectory() as directory, contextlib.chdir(directory):
        exec(code, names)
    known, first = {}, {}
    for date, since, value in naive:
        first.setdefault(date, float(value))
        if since <= names["day"]:
            known[date] = float(value)
    assert names["as_of"].to_dict() == known and names["first"].to_dict() == first
    for day in names["matrix"].columns:
        then = {date: float(value) for date, since, value in naive if since <= day}
        assert names["matrix"][day].dropna().to_dict() == then, day


def check_names(program):
    """Names that other programs take for something else: missing values, and the gaps of the recipes."""
    with tempfile.TemporaryDirectory() as directory:
        dataset = Path(directory, "dataset")
        shutil.copytree(HOSTILE, dataset)
        indicators = dataset / "indicators"
        content = json.loads((dataset / "dataset.json").read_text())
        for key in ("null", "nan"):
            for end in ("json", "csv"):
                shutil.copy(indicators / f"undated.{end}", indicators / f"{key}.{end}")
            content["categories"][0]["indicators"].append(key)
        # A figure without a date is no series of SDMX.
        content["featured"] = ["null", "revised"]
        content["sdmx"].update(agency="MONKEY.AGENCY", dataflow="BASE-KEY-FLOW")
        (dataset / "dataset.json").write_text(json.dumps(content))
        with serve(program, dataset) as base:
            found = recipes(base, "/en")
            for id in ("pandas", "duckdb", "sdmx"):
                with tempfile.TemporaryDirectory() as kept:
                    assert "revised" in outcome(id, found[id][0], Path(kept), base), id
            assert '"MONKEY.AGENCY"' in found["sdmx"][0] and '"BASE-KEY-FLOW"' in found["sdmx"][0]


EXPECTED = {
    "curl": "^7\n",
    "ranges": r"^date,.*,103\.25,.*\ndate,value,realtime_start.*,revised,.*\nkey,.*\nrevised,",
    "latest": r"^(A revised series|Пересмотренный ряд): 7[.,]00 .*\(verified\)\n",
    "powershell": r"^(A revised series|Пересмотренный ряд): 7[.,]00 .*\(verified\).*103\.25",
    "changes": r"yoy_pct.*\n2026-10-31 +7\.0",
    "wide": r"revised.*\n2026-10-31 .*7\.0",
    "requests": "^2026-10-31 7 ",
    "pandas-url": r"2026-10-31 +7\.00\n",
    "duckdb": "revised.*7",
    "r": r"^\[1\] 7\n",
    "readr": r"2026-10-31 +7 *\n",
    "polars": "2026-10-31 .*7",
    "telegram": "^(A revised series|Пересмотренный ряд)\n",
    "javascript": "^(A revised series|Пересмотренный ряд): 7[.,]00 ",
}


def run_all(base, language, is_known):
    """Runs the recipes of a page, whose address is known to the service or not."""
    found = recipes(base, language)
    run = {id for id, (_, is_run) in found.items() if is_run}
    assert run == RUN and set(found) - run == FORMS, found.keys()
    page = requests.get(f"{base}{language}/use", timeout=10).text
    # A sentence with an example says once how the address is set.
    assert page.count("127.0.0.1:8080") == (0 if is_known else 1)
    for id, (code, _) in found.items():
        assert not GAPS.search(code), (id, code)
        assert (base if is_known else VARIABLE) in code and (is_known or "127.0.0.1" not in code), (id, code)
    for id in sorted(run | OPTIONAL):
        if missing := is_missing(id):
            print(f"NOT RUN for want of {missing}: the recipe {id}")
            continue
        with tempfile.TemporaryDirectory() as directory:
            printed = outcome(id, found[id][0], Path(directory), None if is_known else base)
        assert re.search(EXPECTED.get(id, ""), printed.replace("\xa0", " "), re.S), (id, printed)
    return found


def main(program):
    check_names(program)
    address = free_address()
    with serve(program, HOSTILE, "--public-url", f"http://{address}", listen=address) as base:
        run_all(base, "", True)
    with serve(program, HOSTILE) as base:
        found = run_all(base, "/en", False)
        os.environ[VARIABLE] = base
        check_vintages(found["vintages"][0])
        with requests.get(f"{base}/history.csv", headers={"Accept-Encoding": "gzip"}, timeout=10) as answer:
            assert answer.headers["Content-Encoding"] == "gzip"
        # A figure that is not verified stops a recipe.
        code = found["curl"][0].replace("revised", "digits")
        with tempfile.TemporaryDirectory() as directory:
            done = subprocess.run(["bash", "-euc", code], cwd=directory, capture_output=True, text=True)
        assert done.returncode != 0 and "sourceStatus: seed" in done.stderr, done
        counts = requests.get(f"{base}/metrics", timeout=10).text
        assert re.search(r'requests_total\{class="3xx"\} [1-9]', counts), "nothing was revalidated"
        print(f"{len(RUN)} recipes were run as they stand, in both languages; {len(FORMS)} say that they were not")


if __name__ == "__main__":
    os.environ.pop("TELEGRAM_TOKEN", None)
    main(*sys.argv[1:])
