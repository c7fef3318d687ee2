"""Workbooks, tables and the feed as other people's readers see them.

    readers.py PROGRAM

openpyxl, calamine, pandas and, where it is installed, LibreOffice read the workbooks: numbers as numbers, dates as
dates, nothing as a formula, every digit of the dataset in the file. pandas pivots the long table and answers the three
questions of vintages in one line each, compared with a naive computation over the dataset's own files. feedparser reads
three snapshots of the feed. The difference in latest.json is compared with exact arithmetic.
"""

import csv
import datetime
import io
import json
import shutil
import subprocess
import sys
import tempfile
import zipfile
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import feedparser
import openpyxl
import pandas
from python_calamine import CalamineWorkbook
from service import HOSTILE, export

LANGUAGES = ["", "en/"]


def rows_of(path):
    with open(path, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def is_day(text):
    return len(text) == 10 and text >= "1900-03-01" and text[4] == "-"


def check_sheet(rows, expected):
    """Cells against the rows of the long table."""
    header, *rows = rows
    assert len(header) == 11 and len(rows) == len(expected), (header, len(rows), len(expected))
    for cells, row in zip(rows, expected):
        for value, (column, text) in zip(cells, row.items()):
            if column == "value":
                assert not isinstance(value, str) and float(value) == float(text), (row, value)
            elif column in ("date", "published") and is_day(text):
                day = value.date() if isinstance(value, datetime.datetime) else value
                assert day == datetime.date.fromisoformat(text), (row, value)
            else:
                assert (value or "") == text, (column, text, value)


def check_workbook(path, expected, sheets):
    book = openpyxl.load_workbook(path)
    assert len(book.sheetnames) == sheets and all(len(name) <= 31 for name in book.sheetnames), book.sheetnames
    assert len({name.lower() for name in book.sheetnames}) == sheets
    formulas = [cell.coordinate for sheet in book for line in sheet for cell in line if cell.data_type == "f"]
    assert not formulas, formulas
    first = book[book.sheetnames[0]]
    check_sheet([tuple(cell.value for cell in line) for line in first], expected)
    other = CalamineWorkbook.from_path(str(path))
    assert other.sheet_names == book.sheetnames
    check_sheet(other.get_sheet_by_index(0).to_python(), expected)
    frame = pandas.read_excel(path, engine="openpyxl")
    assert len(frame) == len(expected) and pandas.api.types.is_numeric_dtype(frame.iloc[:, 3])
    with zipfile.ZipFile(path) as archive:
        assert archive.testzip() is None
        sheet = archive.read("xl/worksheets/sheet1.xml").decode()
        for row in expected:
            assert f"<v>{row['value']}</v>" in sheet, f"not every digit of {row['value']} is there"
        assert "<f>" not in sheet and "<f " not in sheet


def check_libreoffice(path, expected):
    office = shutil.which("soffice") or shutil.which("libreoffice")
    if not office:
        print("NOT RUN for want of LibreOffice: its reading of a workbook")
        return
    with tempfile.TemporaryDirectory() as directory:
        profile = f"-env:UserInstallation=file://{directory}/profile"
        subprocess.run([office, profile, "--headless", "--convert-to", "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false",
                        "--outdir", directory, path], check=True, capture_output=True, timeout=240)
        rows = rows_of(next(Path(directory).glob("*.csv")))
    assert len(rows) == len(expected)
    for found, row in zip(rows, expected):
        found, wanted = list(found.values()), list(row.values())
        assert found[2] == wanted[2] and found[8] == wanted[8], (found, wanted)
        # It shows 15 digits of what it has read.
        assert abs(float(found[3]) - float(wanted[3])) <= 1e-14 * abs(float(wanted[3])), (found, wanted)
        assert found[1] == wanted[1] and found[9] == wanted[9], (found, wanted)
    print("LibreOffice sees the same figures, days and texts")


def check_workbooks(root, again):
    for language in LANGUAGES:
        expected = rows_of(root / language / "history.csv")
        categories = len(json.loads((root / language / "catalog.json").read_bytes())["categories"])
        path = root / language / "data.xlsx"
        check_workbook(path, expected, categories + 2)
        assert path.read_bytes() == (again / language / "data.xlsx").read_bytes(), "equal datasets give equal bytes"
        for key in {row["key"] for row in expected}:
            one = root / language / f"data/{key}/history.xlsx"
            check_workbook(one, [row for row in expected if row["key"] == key], 2)
    check_libreoffice(root / "data.xlsx", rows_of(root / "history.csv"))
    print(f"openpyxl, calamine and pandas read {len(expected) and 2 * (1 + len({row['key'] for row in expected}))} workbooks")


def check_long_table(root):
    table = pandas.read_csv(root / "en/history.csv")
    wide = table.pivot(index="date", columns="key", values="value")
    assert wide.loc["2026-06-30", "revised"] == 103.25
    for path in sorted(root.glob("data/*/history.csv")):
        rows = rows_of(path)
        same = [row for row in rows_of(root / "history.csv") if row["key"] == path.parent.name]
        assert [{name: row[name] for name in rows[0]} for row in same] == rows, path


def published(dataset, key):
    """What the dataset's own file says: (date, published, value), by date, then by publication."""
    last = lambda month: (datetime.date.fromisoformat(f"{month}-28") + datetime.timedelta(days=4)).replace(day=1) - datetime.timedelta(days=1)
    rows = rows_of(Path(dataset) / f"indicators/{key}.csv")
    full = lambda text: last(text).isoformat() if len(text) == 7 else text
    return sorted((full(row["date"]), row.get("published") or "", Decimal(row["value"])) for row in rows)


def check_vintages(dataset, root):
    count = 0
    for path in sorted(root.glob("data/*/vintages.csv")):
        key = path.parent.name
        naive = published(dataset, key)
        v = pandas.read_csv(path, dtype=str, keep_default_na=False)
        assert list(zip(v.date, v.realtime_start, map(Decimal, v.value))) == naive, key
        document = json.loads((root / f"data/{key}/vintages.json").read_text(), parse_float=Decimal)
        assert [(o["date"] or "", o.get("realtimeStart", ""), o.get("realtimeEnd", ""), Decimal(o["valueRaw"]), o["status"])
                for o in document["vintages"]] == list(zip(v.date, v.realtime_start, v.realtime_end, map(Decimal, v.value), v.status)), key
        # Each question in one line, as /use shows it, against the naive answer.
        for day in ["", "2026-06-10", "2026-08-09", "2026-08-10", "2026-09-10", "2026-11-20"]:
            as_of = v[(v.realtime_start <= day) & ((v.realtime_end == "") | (v.realtime_end > day))].set_index("date").value
            known = {}
            for date, since, value in naive:
                if since <= day:
                    known[date] = value
            assert {date: Decimal(value) for date, value in as_of.items()} == known, (key, day)
        first = v.groupby("date").value.first()
        naively = {}
        for date, _, value in naive:
            naively.setdefault(date, value)
        assert {date: Decimal(value) for date, value in first.items()} == naively, key
        matrix = v.pivot(index="date", columns="realtime_start", values="value").sort_index(axis=1).ffill(axis=1)
        for day in matrix.columns:
            known = {}
            for date, since, value in naive:
                if since <= day:
                    known[date] = value
            assert {date: Decimal(value) for date, value in matrix[day].dropna().items()} == known, (key, day)
        count += 1
    print(f"as-of, first release and the real-time matrix of {count} series agree with a naive computation")


def check_latest(root):
    compared = 0
    for path in sorted(root.glob("data/*/latest.json")):
        latest = json.loads(path.read_text(), parse_float=Decimal, parse_int=Decimal)
        history = json.loads((path.parent / "history.json").read_text(), parse_float=Decimal, parse_int=Decimal)
        rows = history["observations"]
        assert [(o["date"], o["valueRaw"]) for o in latest["recent"]] == [(o["date"], o["valueRaw"]) for o in rows[-12:]], path
        assert latest["current"]["valueRaw"] == rows[-1]["valueRaw"] and ("previous" in latest) == (len(rows) > 1), path
        difference = latest["difference"]
        if difference["abs"] is None:
            assert difference["pct"] is None, path
            continue
        new, old = Fraction(rows[-1]["valueRaw"]), Fraction(rows[-2]["valueRaw"])
        assert Fraction(difference["abs"]) == new - old, path
        if old == 0:
            assert difference["pct"] is None, path
        else:
            cents = abs((new - old) / old) * 10000
            rounded = int(cents + Fraction(1, 2)) * (1 if (new - old) / old >= 0 else -1)
            assert Fraction(difference["pct"]) == Fraction(rounded, 100), path
        compared += 1
    assert compared >= 4
    print(f"{compared} differences of latest.json are exact")


def entries(root, language):
    feed = feedparser.parse((root / language / "feed.atom").read_bytes())
    assert not feed.bozo, feed.bozo_exception
    assert feed.feed.title and feed.feed.id and feed.feed.updated and feed.feed.author
    assert len({entry.id for entry in feed.entries}) == len(feed.entries) <= 100
    assert [entry.updated for entry in feed.entries] == sorted((entry.updated for entry in feed.entries), reverse=True)
    for entry in feed.entries:
        kinds = {tag.term for tag in entry.tags} & {"new", "revision"}
        assert len(kinds) == 1 and len(entry.links) == 3, entry
        assert ("revised, was" in entry.title or "пересмотрено, было" in entry.title) == (kinds == {"revision"}), entry.title
    return {entry.id: entry for entry in feed.entries}


def check_feed(program, directory):
    """Three snapshots: a figure comes, then it is revised."""
    dataset = directory / "feed"
    shutil.copytree(HOSTILE, dataset)
    snapshots = []
    for i, line in enumerate(["", "2026-11,8,2026-11-19,\n", "2026-11,9,2026-11-20,\n"]):
        with open(dataset / "indicators/revised.csv", "a") as file:
            file.write(line)
        snapshots.append(entries(export(program, dataset, directory / f"feed-{i}"), "en"))
    one, two, three = snapshots
    (new,) = set(two) - set(one)
    (revision,) = set(three) - set(two)
    assert set(one) < set(two) < set(three), "what was said stays"
    assert new == "tag:indicatord.invalid,2026:revised/2026-11-30/2026-11-19", new
    assert revision == "tag:indicatord.invalid,2026:revised/2026-11-30/2026-11-20", revision
    assert "revised, was 8" in three[revision].title and three[new].title == two[new].title
    for language in LANGUAGES:
        named = export(program, dataset, directory / f"feed-url{language.strip('/')}", "--public-url", "https://stat.example")
        found = entries(named, language)
        assert all(id.startswith("tag:stat.example,2026:") for id in found)
        assert all(link.href.startswith("https://stat.example/") for entry in found.values() for link in entry.links)
    print("feedparser reads the feed over three snapshots; a revision is an entry of its own")


def main(program):
    with tempfile.TemporaryDirectory() as directory:
        directory = Path(directory)
        root, again = (export(program, HOSTILE, directory / name) for name in ("one", "two"))
        check_workbooks(root, again)
        check_long_table(root)
        check_vintages(HOSTILE, root)
        check_latest(root)
        check_feed(program, directory)


if __name__ == "__main__":
    main(*sys.argv[1:])
