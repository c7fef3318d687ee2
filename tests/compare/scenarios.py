"""What is tried with both programs: functions of one side, by name."""

import json
import re
import shutil
import subprocess
from functools import partial
from pathlib import Path

import bad_cases
import dataset as bench
import generate

PROJECT = Path(__file__).resolve().parents[2]
FIXTURES = ("all-types", "clean", "hostile")
COMMANDS = ("serve init check preview export record checked import undo bundle diff publish stage approve withdraw rollback status "
            "log reload probe").split()
AT = "2026-11-20T09:00:00+04:00"
YEARS = ("2026", "2036")
PUBLIC_URL = "https://indicators.example"


def scenarios(is_quick):
    """Their names and functions; the longest first."""
    found = {"serve-fixtures": serve_fixtures, "serve-embedded": serve_embedded, "serve-store": serve_store}
    sizes = [(40, 60)] if is_quick else [(400, 300), (40, 60), (6, 8000), (1500, 20)]
    found |= {f"bench-{count}x{rows}": partial(bench_dataset, count, rows) for count, rows in sizes}
    found |= {"store": store, "accidents": accidents, "two-people": two_people, "bundles": bundles, "embargo": embargo,
              "edits": edits, "imports": imports, "diffs": diffs, "arguments": arguments, "exports": exports}
    found |= {f"oracle-{seed}": partial(oracle_dataset, seed) for seed in range(1, 4 if is_quick else 31)}
    cases = list(bad_cases.cases())
    parts = 4 if is_quick else 20
    for part in range(parts):
        some = cases[part::parts][::10 if is_quick else 1]
        found[f"bad-{part}"] = partial(bad_datasets, some)
    return found


def clean(side, name="dataset"):
    """A small dataset that is verified at the time of the comparison."""
    side.copy("tests/fixtures/clean", name, YEARS)


def edit(side, dataset, version, rows, key="usd"):
    """Another version with these rows."""
    path = side / dataset / "dataset.json"
    path.write_text(re.sub(r'"version": *"[^"]*"', f'"version": "{version}"', path.read_text(), count=1))
    side.write(f"{dataset}/indicators/{key}.csv", rows)


# --- bodies -------------------------------------------------------------------------------------------------


def exports(side):
    for at in (AT, "2027-03-01T00:00:00Z"):
        side.export("embedded", "--at", at)
    for name in FIXTURES:
        side.copy(f"tests/fixtures/{name}", name)
        side.runs("check", name)
        for options in (["--at", AT], ["--at", AT, "--public-url", PUBLIC_URL], ["--at", "2028-01-01T00:00:00Z"]):
            side.export(name, "--dataset", name, *options)


def oracle_dataset(seed, side):
    instants = generate.generate(seed, side / "dataset", None)
    side.runs("check", "dataset")
    for at in instants[:2 if side.is_quick else None]:
        side.run("check", "dataset", "--at", at, "--json")
        side.export("dataset", "--dataset", "dataset", "--at", at)


def bench_dataset(count, rows, side):
    bench.write(str(side / "dataset"), count, rows)
    side.export("dataset", "--dataset", "dataset", "--at", AT)
    shutil.copytree(side / "dataset", side / "new")
    for number in range(0, count, 7):
        path = side / f"new/indicators/series-{number:05}.csv"
        lines = path.read_text().splitlines()
        lines[-1] = lines[-1][:-1] + str((int(lines[-1][-1]) + 1) % 10)
        path.write_text("\n".join(lines) + "\n")
    side.runs("diff", "dataset", "new")
    side.run("diff", "dataset", "new", "--json")
    side.run("publish", "--yes", "dataset", "--new-store", "--store", "store", "--no-reload", "--lang", "en")
    side.run("publish", "--yes", "new", "--store", "store", "--no-reload", "--lang", "en", "--allow", "revision", "--allow", "as-of")


def bad_datasets(cases, side):
    for name, changes, _ in cases:
        bad_cases.write(changes, side / name)
        side.runs("check", name, "--at", AT)
        side.run("check", name, "--at", AT, "--json")
        if side.is_quick:
            continue
        side.run("export", "out", "--dataset", name, "--at", AT, "--lang", "ru")
        shutil.rmtree(side / "out", ignore_errors=True)
        side.run("diff", "embedded", name, "--at", AT, "--lang", "en")
        side.run("publish", name, "--new-store", "--store", "store", "--dry-run", "--lang", "ru", "--no-reload")
        side.run("record", "usd", "2026-11-19", "1.71", "--dataset", name, "--lang", "en")
        side.note_files(name)
        shutil.rmtree(side / name)


# --- answers ------------------------------------------------------------------------------------------------


def requests(paths, keys):
    """Requests by line and header fields, some of them wrong."""
    for path in paths:
        yield f"GET {path}", []
        yield f"GET {path}", ["Accept-Encoding: gzip"]
        yield f"HEAD {path}", []
        yield f"GET {path}?pretty=0", []
        if path.endswith(".csv"):
            yield f"GET {path}?dialect=excel", []
            yield f"GET {path}?dialect=excel", ["Accept-Encoding: gzip"]
    for path in [*paths[:12], "/nowhere", "/data/nothing.json", "/en/data/nothing.json", "/view/nothing", "/metrics", "/healthz"]:
        for method in ("OPTIONS", "POST", "DELETE", "PUT", "TRACE", "PATCH", "get", "FOO"):
            yield f"{method} {path}", []
        yield f"{path}", []
        for field in ("Accept-Encoding: identity;q=0, gzip", "Accept-Encoding: identity;q=0, gzip;q=0", "Accept-Encoding: *",
                      "If-None-Match: *", 'If-None-Match: "no"', "If-Modified-Since: Fri, 20 Nov 2036 05:00:00 GMT",
                      "If-Modified-Since: Fri, 20 Nov 2020 05:00:00 GMT", "Range: bytes=0-9", "Origin: https://x.example",
                      "Accept-Language: en", "Accept: text/html", "Expect: 100-continue", "Connection: close"):
            yield f"GET {path}", [field]
    shapes = ["/data/{}", "/data/{}/", "/data/{}.json/", "/view/{}", "/view/{}/", "/en/view/{}", "/data/{}/latest.json?pretty=0",
              "/data/{}/explain.json?lang=en", "/data/{}/history.json?from=2036-01-01", "/data/{}/chart.svg?pretty=0",
              "/data/%7B{}%7D.json", "/data/{}.json?pretty=1&pretty=0", "/data/../data/{}.json", "/data/{}%2Ejson", "//data/{}.json"]
    for key in keys[:3]:
        for shape in shapes:
            yield f"GET {shape.format(key)}", []
    flow = "BENCH", "MACRO", "AZ"
    for path in ["/use", "/use/", "/method", "/en", "/en/", "/index.html", "/robots.txt", "/sitemap.xml", "/favicon.ico", "/status.json",
                 "/sdmx", "/sdmx/", "/sdmx/structure", "/sdmx/data", f"/sdmx/v2/structure/dataflow/{flow[0]}/{flow[1]}",
                 "/%00", "/%zz", "/data.json%20", "/" + "a" * 9000, "*", "http://x.example/data.json", "/data.json#x", "/data.json?"]:
        yield f"GET {path}", []


def sdmx_paths(answer):
    """What the OpenAPI document names below /sdmx."""
    found = json.loads(answer.partition(b"\r\n\r\n")[2])
    return [path for path in found["paths"] if path.startswith("/sdmx")]


def ask(side, server, name, paths, is_whole):
    """Notes the answers to requests for these files of an export, and to others."""
    urls = [re.sub(r"(^|/)index\.html$", r"\1", path) for path in paths]
    urls = ["/" + url for url in urls]
    keys = sorted({url.split("/")[2] for url in urls if url.startswith("/data/") and url.count("/") > 2})
    document = server.ask("GET /openapi.json")
    sdmx = [path.replace("{key}", keys[0] if keys else "x") for path in sdmx_paths(document)]
    if not is_whole:
        sample = [url for url in urls if not keys or "/view/" not in url and "/data/" not in url or keys[0] in url]
        urls = sample
    for line, fields in requests([*urls, *sdmx], keys):
        path = f"{name} {line} {' '.join(fields)}"[:300]
        if path not in side.seen:
            side.note(path, server.ask(line, *fields))
    for url in urls[:40]:
        for coding in ("identity", "gzip"):
            answer = server.ask(f"HEAD {url}", f"Accept-Encoding: {coding}")
            if tag := re.search(rb"\r\nETag: ([^\r]*)", answer):
                answer = server.ask(f"GET {url}", f"Accept-Encoding: {coding}", f"If-None-Match: {tag[1].decode()}")
                side.note(f"{name} GET {url}, unchanged, {coding}", answer)
    for number, text in enumerate([b"GET / HTTP/1.0\r\n\r\n", b"GET / HTTP/1.1\r\n\r\n", b"GET / HTTP/2\r\nHost: x\r\n\r\n",
                                   b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", b"GET  / HTTP/1.1\r\nHost: x\r\n\r\n",
                                   b"GET / HTTP/1.1\r\nHost: x\r\nX : y\r\n\r\n", b"nonsense\r\n\r\n",
                                   b"GET / HTTP/1.1\r\nHost: x\r\n X: folded\r\n\r\n",
                                   b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc",
                                   b"GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\na",
                                   b"GET / HTTP/1.1\r\nHost: x\r\nX: " + b"a" * 40000 + b"\r\n\r\n"]):
        server.stream = None
        side.note(f"{name} raw request {number}", server.send(text))
    server.stream = None


def serve_embedded(side):
    paths = side.export("embedded")
    for options in (["--lang", "ru"], ["--lang", "en", "--public-url", PUBLIC_URL]):
        with side.serve(*options) as server:
            ask(side, server, f"embedded {options}", paths, not side.is_quick)


def serve_fixtures(side):
    for name in ("all-types", "hostile"):
        side.copy(f"tests/fixtures/{name}", name)
        paths = side.export(name, "--dataset", name)
        with side.serve("--dataset", name, "--lang", "en") as server:
            ask(side, server, name, paths, not side.is_quick)
    clean(side, "clean")
    for lang in ("ru", "en"):
        paths = side.export("clean", "--dataset", "clean", "--lang", lang)
        with side.serve("--dataset", "clean", "--lang", lang) as server:
            ask(side, server, f"clean {lang}", paths, True)
            for number, rows in enumerate(["date,value\n2036-10-20,1.7\n2036-11-20,1.8\n", "date,value\nnonsense,1\n", "date,value\n2036-10-20,1.7\n2036-11-20,1.8\n"]):
                edit(side, "clean", f"{lang}{number}", rows)
                server.reload()
                for path in ("/data.json", "/status.json", "/healthz", "/", "/feed.atom", "/data.xlsx", "/data/usd/history.csv"):
                    side.note(f"clean {lang} after edit {number} GET {path}", server.ask(f"GET {path}"))
                    side.note(f"clean {lang} after edit {number} GET {path} by gzip", server.ask(f"GET {path}", "Accept-Encoding: gzip"))


def serve_store(side):
    side.run("serve", "--store", "store", "--listen", "127.0.0.1:0")
    side.run("serve", "--dataset", "nowhere", "--listen", "127.0.0.1:0")
    side.run("serve", "--listen", "nowhere")
    clean(side)
    side.run("publish", "--yes", "dataset", "--new-store", "--store", "store", "--no-reload")
    control = {"INDICATORD_CONTROL": "control"}
    with side.serve("--store", "store", "--control", "control", "--lang", "ru") as server:
        side.run("reload", "--store", "store", "--lang", "ru", more=control)
        edit(side, "dataset", "v2", "date,value\n2036-10-20,1.7\n2036-11-20,1.7\n2036-11-19,1.71\n")
        side.run("publish", "--yes", "dataset", "--store", "store", "--lang", "en", more=control)
        for path in ("/data.json", "/status.json", "/healthz"):
            side.note(f"after a publication GET {path}", server.ask(f"GET {path}"))
        side.run("rollback", "--store", "store", "--lang", "en", more=control)
        for path in ("/data.json", "/status.json", "/healthz"):
            side.note(f"after a rollback GET {path}", server.ask(f"GET {path}"))
    side.run("reload", "--store", "store", "--lang", "en", more=control)
    side.runs("probe", "http://127.0.0.1:1")


# --- reports ------------------------------------------------------------------------------------------------


def arguments(side):
    for lang in ("C", "ru_RU.UTF-8"):
        more = {"LANG": lang}
        for command in COMMANDS:
            for wrong in (["--help"], [], ["--no-such-option"], ["one", "two", "three", "four", "five"], ["--lang", "de"], ["--lang"],
                          ["nowhere"], ["--store", "nowhere"], ["--at", "never", "nowhere"], ["nowhere", "nowhere"], ["--", "-x"]):
                if command not in ("serve", "preview") or wrong in (["--help"], ["--no-such-option"], ["--lang", "de"], ["--lang"]):
                    side.run(command, *wrong, more=more, name=f"{lang} {command} {' '.join(wrong)}")
        for wrong in ([], ["--help"], ["--version"], ["help"], ["chek"], ["--chek"], ["check", "--lan", "en"], ["releases"],
                      ["publish", "x", "--store", "y"], ["status", "--store", "y"], ["log", "--store", "y"], ["publish", "x", "--store", "y", "--allow", "lost"],
                      ["serve", "--max-connections", "0"], ["serve", "--log-level", "all"],
                      ["serve", "--public-url", "ftp://x"], ["serve", "--store", "x", "--dataset", "y"], ["probe", "http://localhost"],
                      ["record", "usd", "2036-13-01", "1", "--dataset", "x"], ["record", "usd", "2036-11-01", "1,5", "--dataset", "x"],
                      ["checked", "bank", "--at", "never", "--dataset", "x"], ["export", "out", "--public-url", "nothing"]):
            side.run(*wrong, more=more, name=f"{lang} {' '.join(wrong)}")


def diffs(side):
    names = {"embedded": "embedded"}
    for name in FIXTURES:
        side.copy(f"tests/fixtures/{name}", name, YEARS if name == "clean" else ("", ""))
        names[name] = name
    edit(side, "clean", "v1", "date,value\n2036-10-20,1.7\n2036-11-20,1.7\n")
    changes = {
        "revised": "date,value,published\n2036-10-20,1.7,\n2036-11-20,1.7,\n2036-11-20,1.75,2036-11-20\n",
        "tenfold": "date,value\n2036-10-20,1.7\n2036-11-20,17.5\n", "gone": "date,value\n2036-11-20,1.7\n",
        "future": "date,value\n2036-10-20,1.7\n2036-11-20,1.7\n2037-01-01,1.7\n",
        "flags": "date,value,flag,ref\n2036-10-20,1.7,provisional,page 3\n2036-11-20,1.7,,\n",
        "embargo": "date,value,not_before\n2036-10-20,1.7,\n2036-11-19,1.7,\n2036-11-20,1.75,2036-12-20T12:00:00Z\n",
    }
    for name, rows in changes.items():
        shutil.copytree(side / "clean", side / name)
        edit(side, name, f"v-{name}", rows)
        names[name] = name
    shutil.copytree(side / "clean", side / "renamed")
    path = side / "renamed/dataset.json"
    definitions = json.loads(path.read_text())
    definitions["categories"] = definitions["categories"][::-1]
    for source in definitions["sources"].values():
        source["name"]["en"], source["staleAfterHours"] = "Another name", 5
    path.write_text(json.dumps(definitions))
    side.write("renamed/indicators/usd.json", (side / "clean/indicators/usd.json").read_text().replace('"en": "', '"en": "The '))
    names["renamed"] = "renamed"
    pairs = [("clean", name) for name in [*changes, "renamed", "clean"]] + [(name, "clean") for name in [*changes, "renamed"]]
    pairs += [(a, b) for a in FIXTURES for b in names] if not side.is_quick else [("all-types", "embedded"), ("embedded", "hostile")]
    for a, b in pairs:
        side.runs("diff", a, b)
        side.run("diff", a, b, "--json")
    side.runs("diff", "clean", "gone", "--at", "2037-05-01T00:00:00Z")


def edits(side):
    clean(side)
    side.copy("tests/fixtures/all-types", "types")
    side.run("publish", "--yes", "dataset", "--new-store", "--store", "store", "--no-reload", "--lang", "en")
    commands = [
        ["record", "usd", "2036-11-19", "1.71"], ["record", "usd", "2036-11-19", "1.71"], ["record", "usd", "2036-11-19", "1.72"],
        ["record", "usd", "2036-11-19", "1.72", "--replace"], ["record", "usd", "2036-11-19", "1.73", "--published", "2036-11-20"],
        ["record", "usd", "2036-11-18", "18"], ["record", "usd", "2036-11-18", "18", "--allow", "jump"], ["undo"],
        ["record", "usd", "2036-11-18", "1.70", "--flag", "provisional estimated", "--ref", "Bulletin 7, table 3"],
        ["record", "wage", "2036-09", "1100.5", "--reported-change", "1.2"], ["record", "wage", "2037-09", "1100"],
        ["record", "usd", "2036-12-01", "1.7", "--not-before", "2036-12-12T09:00:00+04:00"], ["record", "wages", "2036-09", "1"],
        ["record", "usd", "2036-02-30", "1"], ["record", "usd", "2036-11-17", "1e5"], ["checked", "bank"], ["checked", "bunk"],
        ["checked", "bank", "--error", "connection timed out"], ["checked", "bank", "--at", "2036-11-20T08:00:00Z"],
        ["undo"], ["undo"], ["undo"], ["undo", "--store", "store"], ["undo"], ["undo"], ["undo"], ["undo"], ["undo"], ["undo"], ["undo"],
    ]
    for number, command in enumerate(commands):
        side.run(*command, "--dataset", "dataset", "--lang", ("ru", "en")[number % 2])
        side.note_files("dataset", f"after {number}")
    side.run("record", "usd", "2036-10-20", "1.8", "--dataset", "dataset", "--store", "store", "--replace", "--lang", "en")
    for key, date, value in (("m2", "2036-10", "1"), ("usd", "2036-11-19", "1.7"), ("inflation", "2036-10", "7"), ("exports", "2036-09", "12")):
        side.runs("record", key, date, value, "--dataset", "types", "--published", "2036-11-20")
        side.note_files("types", f"after {key}")
    side.runs("check", "types")


def imports(side):
    clean(side)
    usd = side / "dataset/indicators/usd.json"
    definition = json.loads(usd.read_text()) | {"sourceCode": "USD"}
    usd.write_text(json.dumps(definition, ensure_ascii=False, indent=2))
    files = {
        "long.csv": "key,date,value\nusd,2036-11-01,1.71\nwage,2036-09,1100\n",
        "wide.csv": "date,usd,wage\n2036-11-02,1.72,\n2036-11-03,1.73,\n",
        "same.csv": "key,date,value\nusd,2036-10-20,1.7\n", "other.csv": "key,date,value\nusd,2036-10-20,1.8\n",
        "revised.csv": "key,date,value,published\nusd,2036-10-20,1.75,2036-11-19\n",
        "wrong.csv": "key,date,value\nusd,2036-11-31,1\nnothing,2036-11-01,1\nusd,2036-11-05,1;5\nusd,2036-11-06,\n",
        "jump.csv": "key,date,value\nusd,2036-11-07,17\n", "empty.csv": "", "header.csv": "key,value\nusd,1\n",
        "quote.csv": 'key,date,value,ref\nusd,2036-11-08,1.7,"a ""quoted"", text"\nusd,2036-11-09,1.7,"open\n',
        "twice.csv": "key,date,value\nusd,2036-11-10,1.7\nusd,2036-11-10,1.8\n",
        "embargo.csv": "key,date,value,not_before,flag\nusd,2036-11-20,1.9,2036-12-20T00:00:00Z,provisional\n",
        "many.csv": "date,usd\n" + "".join(f"2035-{n // 28 % 12 + 1:02}-{n % 28 + 1:02},1.7{n}\n" for n in range(300)),
    }
    for name, text in files.items():
        side.write(name, text)
    side.write("excel.csv", "key;date;value\nusd;12.11.2036;1,74\nwage;2036-08;1 090,5\n", "windows-1251")
    side.write("excel-wrong.csv", "key;date;value\nкурс;31.11.2036;1.74\n", "windows-1251")
    side.write("utf16.csv", "key,date,value\nusd,2036-11-13,1.7\n", "utf-16")
    shutil.copy(PROJECT / "tests/fixtures/bulletins/2026-09-04.xml", side / "bulletin.xml")
    side.write("bulletin-cut.xml", (side / "bulletin.xml").read_text()[:900])
    commands = [[name] for name in [*files, "utf16.csv", "nowhere.csv"]] + [
        ["long.csv", "other.csv"], ["jump.csv", "--allow", "jump"], ["excel.csv"], ["excel-wrong.csv"],
        ["bulletin.xml"], [], ["long.csv", "--source", "bank"], ["bulletin.xml", "--source", "bank", "--published", "2036-11-19"],
        ["bulletin.xml", "--no-checked"], ["bulletin-cut.xml"], ["long.csv", "--checked"], ["long.csv", "--json"], ["--", "-"]]
    for number, command in enumerate(commands):
        for lang in ("ru", "en"):
            side.run("import", *command, "--dataset", "dataset", "--lang", lang, given=b"key,date,value\nusd,2036-11-14,1.7\n")
        side.note_files("dataset", f"after {number}")
    for number in range(4):
        side.run("undo", "--dataset", "dataset", "--lang", "en")
        side.note_files("dataset", f"after undo {number}")


def observe(side, name, store="store"):
    """Notes a store's files and what is said of it."""
    side.note_files(store, name)
    side.runs("status", "--store", store)
    side.run("status", "--store", store, "--verify", "--json")
    side.runs("log", "--store", store, "-v")


def publish(side, *more, dataset="dataset", lang="en"):
    return side.run("publish", "--yes", dataset, "--new-store", "--store", "store", "--no-reload", "--lang", lang, *more)


def store(side):
    clean(side)
    for command in (["rollback"], ["status"], ["approve", "v1"], ["withdraw", "v1"], ["log", "-v"]):
        side.run(*command, "--store", "store", "--lang", "en")
    publish(side, "--dry-run")
    publish(side, "--message", "the first one", lang="ru")
    publish(side)
    side.write("store/settings.json", '{"keep": 4}')
    rows = "date,value\n2036-10-20,1.7\n"
    for number in range(1, 6):
        rows += f"2036-11-{number:02},1.7{number}\n"
        edit(side, "dataset", f"v{number}", rows)
        publish(side, "--dry-run", "--allow", "loss", lang="ru")
        publish(side, "--allow", "loss", lang=("ru", "en")[number % 2])
        side.runs("diff", "store", "dataset")
        side.runs("diff", f"store@v{max(1, number - 1)}", "store")
    observe(side, "published")
    edit(side, "dataset", "v5", rows + "2036-11-09,1.8\n")
    publish(side)
    for to in ([], [], ["--to", "v3"], ["--to", "v1"], ["--to", "nothing"], ["--to", "v3"]):
        side.run("rollback", "--store", "store", "--no-reload", "--lang", "en", "--dataset", "dataset", *to)
    publish(side)
    publish(side, "--allow", "withdrawn", lang="ru")
    observe(side, "rolled back")
    side.export("store", "--dataset", "store/current")
    # What somebody alters, removes or adds behind the back of the journal.
    side.write("store/releases/v3/indicators/usd.csv", "date,value\n2036-10-20,9.7\n")
    (side / "store/releases/v4/checks.csv").unlink(missing_ok=True)
    side.write("store/releases/added/dataset.json", "{}")
    observe(side, "altered")
    side.run("rollback", "--store", "store", "--no-reload", "--lang", "ru", "--to", "v3")
    edit(side, "dataset", "v9", rows + "2036-11-09,1.8\n2036-11-10,1.81\n")
    publish(side)
    observe(side, "published over it")
    (side / "store/journal.jsonl").write_bytes((side / "store/journal.jsonl").read_bytes()[:-20])
    observe(side, "torn")
    edit(side, "dataset", "v10", rows + "2036-11-09,1.8\n2036-11-10,1.81\n2036-11-11,1.82\n")
    publish(side)
    observe(side, "mended")


def accidents(side):
    clean(side)
    publish(side)
    cases = ["date,value\n2036-11-20,1.7\n2036-11-21,18\n", "date,value\n2036-10-20,1.7\n2036-11-20,1.75\n",
             "date,value\n2036-10-20,1.7\n2036-11-20,1.7\n2037-11-21,1.8\n"]
    for number, rows in enumerate(cases):
        edit(side, "dataset", f"a{number}", rows)
        for allowed in ([], ["--allow", "loss"], ["--json"], ["--allow", "jump=usd"], ["--allow", "future"]):
            publish(side, "--dry-run", *allowed, lang=("ru", "en")[number % 2])
    for number, (path, before, after) in enumerate([
            ("dataset.json", '"asOf": "2036', '"asOf": "2035'), ("dataset.json", '"asOf": "2035', '"asOf": "2038'),
            ("indicators/usd.json", '"daily"', '"month_end"'), ("indicators/usd.json", '"rate"', '"amount"')]):
        file = side / "dataset" / path
        file.write_text(file.read_text().replace(before, after))
        publish(side, "--dry-run")
    side.write("dataset/unread.txt", "nothing")
    side.write("dataset/SHA256SUMS", "0" * 64 + "  dataset.json\n")
    publish(side)
    publish(side, "--message", "two\nlines")
    observe(side, "after accidents")


def two_people(side):
    clean(side)
    publish(side)
    edit(side, "dataset", "s1", "date,value\n2036-10-20,1.7\n2036-11-20,1.7\n2036-11-19,1.71\n")
    side.run("stage", "dataset", "--store", "store", "--lang", "en", "--dry-run")
    side.runs("stage", "dataset", "--store", "store", "--message", "for approval")
    observe(side, "staged")
    side.write("store/settings.json", '{"approval": true, "signed": false}')
    side.run("approve", "s1", "--store", "store", "--lang", "en", "--no-reload")
    side.write("store/settings.json", '{"twoPeople": true}')
    side.run("approve", "s1", "--store", "store", "--lang", "ru", "--no-reload")
    (side / "store/settings.json").unlink()
    side.run("approve", "nothing", "--store", "store", "--lang", "en", "--no-reload")
    side.run("approve", "s1", "--store", "store", "--lang", "en", "--no-reload", "--message", "approved")
    edit(side, "dataset", "s2", "date,value\n2036-10-20,1.7\n2036-11-20,1.7\n2036-11-19,1.72\n")
    side.run("stage", "dataset", "--store", "store", "--lang", "ru", "--allow", "loss", "--allow", "revision")
    side.run("withdraw", "s2", "--store", "store", "--lang", "ru")
    side.run("withdraw", "s2", "--store", "store", "--lang", "en")
    observe(side, "withdrawn")


def embargo(side):
    clean(side)
    publish(side)
    edit(side, "dataset", "e1", "date,value,not_before\n2036-10-20,1.7,\n2036-11-19,1.7,\n2036-11-20,1.75,2036-12-20T12:00:00Z\n")
    side.runs("check", "dataset")
    publish(side)
    publish(side, "--allow", "future", "--allow", "as-of", "--allow", "early", "--allow", "revision", "--allow", "loss", lang="ru")
    observe(side, "under embargo")
    edit(side, "dataset", "e2", "date,value,not_before\n2036-10-20,1.7,\n2036-11-19,1.7,\n2036-11-20,1.75,\n")
    publish(side)
    publish(side, "--allow", "early=usd", "--allow", "revision", lang="ru")
    side.run("rollback", "--store", "store", "--no-reload", "--lang", "en")
    for at in (AT, "2036-12-20T12:00:00Z", "2036-12-20T11:59:59Z"):
        side.export("embargo", "--dataset", "store/current", "--at", at)
    observe(side, "after embargo")


def bundles(side):
    clean(side)
    side.runs("bundle", "dataset", "--out", "a.bundle", "--sequence", "7")
    side.run("bundle", "dataset", "--out", "b.bundle", "--lang", "en")
    side.note_files(".", "bundled")
    publish(side, "--dry-run", dataset="a.bundle")
    if not side.keys:
        return
    trusted = ["--trusted-keys", "keys"]
    shutil.copytree(side.keys, side / "keys")
    publish(side, *trusted, dataset="a.bundle")
    subprocess.run(["minisign", "-S", "-t", "carried by hand", "-s", side.keys.parent / "office.key", "-m", side / "a.bundle"],
                   check=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    publish(side, "--dry-run", *trusted, dataset="a.bundle", lang="ru")
    publish(side, dataset="a.bundle")
    publish(side, *trusted, dataset="a.bundle")
    publish(side, *trusted, dataset="a.bundle", lang="ru")
    observe(side, "from a bundle")
    content = (side / "a.bundle").read_bytes()
    shutil.copy(side / "a.bundle.minisig", side / "forged.bundle.minisig")
    for number, forged in enumerate([content.replace(b"1.7", b"1.8", 1), content[:700], b"", content + b"x"]):
        side.write("forged.bundle", forged)
        publish(side, *trusted, dataset="forged.bundle", lang=("ru", "en")[number % 2])
