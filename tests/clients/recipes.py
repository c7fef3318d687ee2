"""Every recipe of /use that says so is run as it stands against a running service, in both languages.

    recipes.py PROGRAM
"""

import contextlib
import html
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import requests
from readers import published
from service import HOSTILE, serve

LOCAL = "http://127.0.0.1:8080"
# Runs the module of a page in Node, with a document that prints what the page would show.
BROWSER = "globalThis.document = { querySelector: () => ({ set textContent(text) { console.log(text); } }) };\n"


def recipes(base, language):
    page = requests.get(f"{base}{language}/use", timeout=10).content.decode()
    found = re.findall(r'<section [^>]*aria-labelledby="([^"]+)">.*?<pre class="recipe"[^>]*><code>(.*?)</code></pre>', page, re.S)
    run = {id for id, sentence in re.findall(r'aria-labelledby="([^"]+)">.*?<p>(.*?)</p>', page, re.S)
           if "A test of the service runs" in sentence or "запускают этот рецепт целиком" in sentence}
    return {id: (html.unescape(code).replace(LOCAL, base), id in run) for id, code in found}


def outcome(id, code, directory):
    """What a recipe prints when it is run twice: the second run finds what the first has kept."""
    if id == "javascript":
        (directory / "page.mjs").write_text(BROWSER + re.search(r'<script type="module">(.*)</script>', code, re.S)[1])
        command = ["node", "page.mjs"]
    elif id == "curl":
        command = ["bash", "-euc", code]
    elif id == "r":
        (directory / "recipe.R").write_text(code)
        command = ["Rscript", "recipe.R"]
    else:
        (directory / "recipe.py").write_text(code)
        command = [sys.executable, "recipe.py"]
    outputs = []
    for _ in range(2):
        done = subprocess.run(command, cwd=directory, capture_output=True, text=True, timeout=120)
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
            for id in ("pandas", "sdmx"):
                with tempfile.TemporaryDirectory() as kept:
                    assert "revised" in outcome(id, found[id][0], Path(kept)), id
            assert '"MONKEY.AGENCY"' in found["sdmx"][0] and '"BASE-KEY-FLOW"' in found["sdmx"][0]


def main(program):
    check_names(program)
    with serve(program, HOSTILE) as base:
        for language in ("/en", ""):
            found = recipes(base, language)
            run = {id for id, (_, is_run) in found.items() if is_run}
            assert run == {"curl", "requests", "pandas", "vintages", "r", "telegram", "javascript", "sdmx"}, run
            assert set(found) - run == {"excel", "sheets", "grafana", "home-assistant"}, found.keys()
            for id, (code, _) in found.items():
                assert base in code and not re.search(r"\b(BASE|ROOT|KEY|FLOW|AGENCY)\b", code), id
            for id in sorted(run):
                if id == "r" and not shutil.which("Rscript"):
                    print("NOT RUN for want of R: its recipe")
                    continue
                with tempfile.TemporaryDirectory() as directory:
                    printed = outcome(id, found[id][0], Path(directory))
                expected = {"curl": "7\n", "requests": "2026-10-31 7 ", "telegram": "A revised series\n" if language else "Пересмотренный ряд\n",
                            "javascript": "A revised series: 7 " if language else "Пересмотренный ряд: 7", "r": "[1] 7\n"}.get(id, "")
                assert printed.replace("\xa0", " ").startswith(expected), (id, printed)
            check_vintages(found["vintages"][0])
        # A figure that is not verified stops a recipe.
        code = found["curl"][0].replace("revised", "digits")
        with tempfile.TemporaryDirectory() as directory:
            done = subprocess.run(["bash", "-euc", code], cwd=directory, capture_output=True, text=True)
        assert done.returncode != 0 and "sourceStatus: seed" in done.stderr, done
        counts = requests.get(f"{base}/metrics", timeout=10).text
        assert re.search(r'requests_total\{class="3xx"\} [1-9]', counts), "nothing was revalidated"
        print(f"{len(run)} recipes were run as they stand, in both languages; {len(found) - len(run)} say that they were not")


if __name__ == "__main__":
    os.environ.pop("TELEGRAM_TOKEN", None)
    main(*sys.argv[1:])
