"""Workbooks, tables and the feed as other people's readers see them.

    readers.py PROGRAM

openpyxl, calamine, pandas and, where they are installed, exceljs, SheetJS, R's openxlsx and LibreOffice read the workbooks: numbers as numbers, dates as
dates, nothing as a formula, every digit of the dataset in the file. pandas pivots the long table and answers the three
questions of vintages in one line each, compared with a naive computation over the dataset's own files. feedparser reads
three snapshots of the feed. The difference in latest.json is compared with exact arithmetic.
"""

import csv
import datetime
import io
import json
import re
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
TESTS = Path(__file__).parent.parent
NUMBERS = {"value", "value_raw", "mom_abs", "mom_pct", "yoy_abs", "yoy_pct", "reported_change_pct"}
CHANGES = {"Изменения", "Changes"}
# The columns of changes that a workbook may have, in its order.
CHANGE_COLUMNS = ["date", "value", "mom_abs", "mom_pct", "yoy_abs", "yoy_pct", "month", "last12", "quarter", "last4", "qoq_abs", "qoq_pct"]
DATES = {"date", "published", "period_date", "publication_date", "expected_next_publication"}


def rows_of(path):
    with open(path, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def is_day(text):
    return len(text) == 10 and text >= "1900-03-01" and text[4] == "-"


def sheets_of_openpyxl(path):
    book = openpyxl.load_workbook(path)
    formulas = [cell.coordinate for sheet in book for line in sheet for cell in line if cell.data_type == "f"]
    assert not formulas, formulas
    return {sheet.title: [[cell.value for cell in line] for line in sheet] for sheet in book}


def sheets_of_calamine(path):
    book = CalamineWorkbook.from_path(str(path))
    return {name: book.get_sheet_by_name(name).to_python(skip_empty_area=False) for name in book.sheet_names}


def sheets_of_openxlsx(path):
    """None where R has no openxlsx."""
    with tempfile.TemporaryDirectory() as directory:
        subprocess.run(["Rscript", TESTS / "workbooks/read.R", path, directory], check=True, capture_output=True)
        files = sorted(Path(directory).iterdir(), key=lambda file: int(file.stem))
        return [[[cell.strip() for cell in row] for row in csv.reader(file.open(encoding="utf-8"))] for file in files]


def without_names(rows, expected):
    """Below the titles of some sheets stand the names of the columns."""
    return rows[1:] if len(rows) == len(expected) + 1 else rows


def check_sheet(rows, expected):
    """Cells against the rows of a table, whose columns these are."""
    header, *rows = rows
    rows = without_names(rows, expected)
    assert len(header) == len(expected[0]) and len(rows) == len(expected), (header, len(rows), len(expected))
    for cells, row in zip(rows, expected):
        for value, (column, text) in zip(cells, row.items(), strict=True):
            is_number = column in NUMBERS and text
            if is_number:
                assert not isinstance(value, str) and float(value) == float(text), (row, value)
            elif column in DATES and is_day(text):
                day = value.date() if isinstance(value, datetime.datetime) else value
                assert str(day) == text, (row, value)
            else:
                # How the format writes an underscore that would begin an escape; not every reader takes it back.
                value = str("" if value is None else value).replace("_x005F_", "_")
                assert value.replace("\r\n", "\n") == text.replace("\r\n", "\n"), (column, text, value)


def check_sheets(sheets, tables):
    """Sheets before the last, which says what the file is, against what stands in the tables."""
    *sheets, about = [rows for name, rows in sheets.items() if name not in CHANGES]
    assert len(sheets) == len(tables) and len(about) >= 4 and all(len(row) == 2 for row in about), about
    for rows, expected in zip(sheets, tables):
        if expected:
            check_sheet(rows, expected)


def check_workbook(path, tables):
    """A workbook whose sheets are these tables, in readers that count cells and in such as do not."""
    sheets = sheets_of_openpyxl(path)
    names = list(sheets)
    assert all(len(name) <= 31 for name in names) and len({name.lower() for name in names}) == len(names), names
    check_sheets(sheets, tables)
    other = sheets_of_calamine(path)
    assert list(other) == names
    check_sheets(other, tables)
    frame = pandas.read_excel(path, engine="openpyxl", skiprows=[1])
    assert len(frame) == len(tables[0]) and pandas.api.types.is_numeric_dtype(frame.iloc[:, 3])
    with zipfile.ZipFile(path) as archive:
        assert archive.testzip() is None
        texts = [archive.read(f"xl/worksheets/sheet{number}.xml").decode() for number in range(1, len(names) + 1)]
    for text, expected in zip(texts, tables):
        for row in expected:
            for column in NUMBERS & row.keys():
                assert not row[column] or f"<v>{row[column]}</v>" in text, f"not every digit of {row[column]} is there"
    for text in texts:
        assert "<f>" not in text and "<f " not in text
        # Every row and every cell says where it stands.
        rows = re.findall(r'<row r="(\d+)">(.*?)</row>', text, re.S)
        assert [int(number) for number, _ in rows] == list(range(1, text.count("<row") + 1))
        for number, cells in rows:
            assert re.findall(r"<c\b[^>]*?r=\"[A-Z]+(\d+)\"", cells) == [number] * cells.count("<c "), (number, cells)


def decimals_of(changes):
    """As many as the longest value of the present kind has, at most four."""
    kind = lambda row: [row[name] for name in ("unit_code", "measure", "period_type")]
    return min(4, max(len(row["value"].partition(".")[2]) for row in changes if kind(row) == kind(changes[-1])))


def check_layout(path, changes):
    """Headings stay in sight and on paper, numbers look as pages show them, and what follows from them has its sheet."""
    book = openpyxl.load_workbook(path)
    history, *others, about = book.worksheets
    assert (history.freeze_panes, history.print_title_rows) == ("A3", "$1:$2"), (path, history.freeze_panes)
    assert all(sheet.page_setup.orientation == "landscape" and sheet.sheet_properties.pageSetUpPr.fitToPage for sheet in book)
    hidden = [letter for letter, column in history.column_dimensions.items() if column.hidden]
    assert [history[f"{letter}2"].value for letter in hidden] == ["key", "name", "unit_code", "measure", "period_type", "frequency"], hidden
    decimals = decimals_of(changes)
    look = "#,##0" + (f".{'0' * decimals}" if decimals else "")
    assert {cell.number_format for (cell,) in history.iter_rows(min_row=3, min_col=4, max_col=4)} == {look}, path
    filled = [name for name in CHANGE_COLUMNS if any(row[name] for row in changes)]
    if set(filled) <= {"date", "value"}:
        assert not others, path
        return
    (sheet,) = others
    assert (sheet.title in CHANGES, sheet.freeze_panes, sheet.print_title_rows) == (True, "A2", "$1:$1"), path
    assert sheet.max_row == len(changes) + 1 and sheet.max_column == len(filled), path
    for cells, row in zip(sheet.iter_rows(min_row=2), changes, strict=True):
        for cell, name in zip(cells, filled, strict=True):
            shown = "#,##0.00" if name.endswith("_pct") else look
            assert name == "date" or cell.value is None and not row[name] or (float(cell.value), cell.number_format) == (float(row[name]), shown), (path, name, cell.value)


def check_other_readers(books):
    """The same in exceljs, SheetJS and R's openxlsx, where they are; `books` are paths and tables."""
    modules = Path("target/workbooks")
    if (modules / "node_modules").is_dir():
        printed = subprocess.run(["node", modules / "read.mjs", *[path for path, _ in books]], check=True, capture_output=True, text=True).stdout
        for line, (path, tables) in zip(printed.splitlines(), books, strict=True):
            for reader, sheets in json.loads(line).items():
                assert list(sheets) == list(sheets_of_openpyxl(path)), (reader, path)
                check_sheets(sheets, tables)
        print(f"exceljs and SheetJS read {len(books)} workbooks")
    else:
        print("NOT RUN for want of node_modules in target/workbooks: exceljs and SheetJS")
    has_openxlsx = shutil.which("Rscript") and subprocess.run(["Rscript", "-e", "library(openxlsx)"], capture_output=True).returncode == 0
    if not has_openxlsx:
        print("NOT RUN for want of R with openxlsx: its reading of workbooks")
        return
    for path, tables in books:
        *sheets, about = sheets_of_openxlsx(path)
        assert len(sheets) - len(tables) in (0, 1) and len(about) >= 4
        for (_, *rows), expected in zip(sheets, tables):
            rows = without_names(rows, expected)
            assert len(rows) == len(expected), (path, len(rows), len(expected))
            for cells, row in zip(rows, expected):
                columns = list(row)
                assert cells[columns.index("key")] == row["key"], (path, cells, row)
                value = float(cells[columns.index("value")])
                assert abs(value - float(row["value"])) <= 1e-6 * abs(value), (path, cells, row)
    print(f"openxlsx reads {len(books)} workbooks")


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
    rows = without_names(rows, expected)
    assert len(rows) == len(expected)
    for found, row in zip(rows, expected):
        for name, shown, wanted in zip(row, found.values(), row.values(), strict=True):
            if name in NUMBERS and wanted:
                # It shows 15 digits of what it has read.
                assert abs(float(shown) - float(wanted)) <= 1e-14 * abs(float(wanted)), (name, shown, wanted)
            else:
                assert shown.replace("_x005F_", "_") == wanted, (name, shown, wanted)
    print("LibreOffice sees the same figures, days and texts")


def check_workbooks(root, again):
    books = []
    for language in LANGUAGES:
        history = rows_of(root / language / "history.csv")
        of = lambda keys: [row for row in history if row["key"] in keys]
        # A category is known by the figures that stand in it; one without any has an empty sheet.
        catalog = json.loads((root / language / "catalog.json").read_bytes())
        categories = [of({one["key"] for one in category["indicators"]}) for category in catalog["categories"]]
        assert sum(map(len, categories)) == len(history)
        path = root / language / "data.xlsx"
        books.append((path, [rows_of(root / language / "data.csv"), *categories]))
        assert path.read_bytes() == (again / language / "data.xlsx").read_bytes(), "equal datasets give equal bytes"
        for key in sorted({row["key"] for row in history}):
            folder = root / language / f"data/{key}"
            books.append((folder / "history.xlsx", [of({key})]))
            check_layout(folder / "history.xlsx", rows_of(folder / "changes.csv"))
    for path, tables in books:
        check_workbook(path, tables)
    print(f"openpyxl, calamine and pandas read {len(books)} workbooks")
    check_other_readers(books)
    check_libreoffice(root / "data.xlsx", rows_of(root / "data.csv"))


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


def entries(root, language, name="feed.atom"):
    feed = feedparser.parse((root / language / name).read_bytes())
    assert not feed.bozo, feed.bozo_exception
    assert feed.feed.title and feed.feed.id and feed.feed.updated and feed.feed.author
    assert len({entry.id for entry in feed.entries}) == len(feed.entries) <= 100
    assert [entry.updated for entry in feed.entries] == sorted((entry.updated for entry in feed.entries), reverse=True)
    for entry in feed.entries:
        # It begins with the value and says more than the title: the change, or the flags.
        assert entry.summary.endswith(".") and entry.summary.split(",")[0] in entry.title, (entry.title, entry.summary)
        kinds = {tag.term for tag in entry.tags} & {"new", "revision"}
        assert len(kinds) == 1 and len(entry.links) == 3, entry
        assert ("revised from" in entry.title or "пересмотрено, ранее" in entry.title) == (kinds == {"revision"}), entry.title
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
    assert "revised from 8" in three[revision].title and three[new].title == two[new].title
    for language in LANGUAGES:
        named = export(program, dataset, directory / f"feed-url{language.strip('/')}", "--public-url", "https://stat.example")
        found = entries(named, language)
        assert all(id.startswith("tag:stat.example,2026:") for id in found)
        assert all(link.href.startswith("https://stat.example/") for entry in found.values() for link in entry.links)
        of_categories = {}
        for category in json.loads((named / language / "catalog.json").read_bytes())["categories"]:
            path = f"feed/{category['id']}.atom"
            own = entries(named, language, path)
            assert all(category["id"] in {tag.term for tag in entry.tags} for entry in own.values()), path
            of_categories |= own
        assert set(of_categories) >= set(found) and all(of_categories[id] == entry for id, entry in found.items())
    print("feedparser reads the feeds over three snapshots; a revision is an entry of its own")


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
