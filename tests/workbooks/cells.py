#!/usr/bin/env python3
"""Compares the reading of workbooks with that of calamine and openpyxl.

    tests/workbooks/cells.py [FOLDER]

Writes workbooks of random cells with openpyxl, XlsxWriter and xlwt, takes those of FOLDER beside them, and writes what
calamine and, of .xlsx, openpyxl read into NAME.cells; then the unit test that reads workbooks at hand compares itself with
that. Needed: the packages in cells.txt, from PyPI.
"""

import datetime
import decimal
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile

import openpyxl
import python_calamine
import xlsxwriter
import xlwt

ROOT = pathlib.Path(__file__).resolve().parents[2]
WORDS = ["Pul aqreqatları", "İl", "млн манатов", "a & b < c", "  spaced  ", "x" * 300, "1 234,5", "…", "line\nline"]


def values(rng):
    """Cells by row and column, some far away."""
    cells = {}
    for _ in range(400):
        row, column = rng.choice([(rng.randrange(60), rng.randrange(20)), (rng.randrange(3000), rng.randrange(200))])
        cells[row, column] = rng.choice([
            lambda: rng.choice(WORDS),
            lambda: rng.randrange(-10**6, 10**6),
            lambda: rng.uniform(-1e4, 1e4),
            lambda: rng.uniform(0, 1) * 10 ** rng.randrange(-12, 12),
            lambda: rng.randrange(10**6) / 100,
            lambda: datetime.date(1995, 1, 1) + datetime.timedelta(rng.randrange(15000)),
            lambda: rng.random() < 0.5,
        ])()
    return cells


def write(folder, seed):
    rng = random.Random(seed)
    sheets = {"2.4": values(rng), "Qiymətlər": values(rng), "empty": {}}
    book = openpyxl.Workbook()
    book.remove(book.active)
    other = xlsxwriter.Workbook(folder / f"xlsxwriter-{seed}.xlsx")
    old = xlwt.Workbook()
    day, old_day = other.add_format({"num_format": "dd.mm.yyyy"}), xlwt.easyxf(num_format_str="DD.MM.YYYY")
    for name, cells in sheets.items():
        targets = book.create_sheet(name), other.add_worksheet(name), old.add_sheet(name)
        for (row, column), value in sorted(cells.items()):
            is_day = isinstance(value, datetime.date)
            targets[0].cell(row + 1, column + 1, value)
            targets[1].write(row, column, value, *([day] if is_day else []))
            targets[2].write(row, column, value, *([old_day] if is_day else []))
    book.save(folder / f"openpyxl-{seed}.xlsx")
    other.close()
    old.save(str(folder / f"xlwt-{seed}.xls"))


def shown(value):
    """A cell as the program shows it, or nothing."""
    if value is None or isinstance(value, str) and (not value.strip() or value.startswith("#")):
        return None
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, (int, float)):
        text = format(decimal.Decimal(f"{value or 0:.14e}"), "f")
        return text.rstrip("0").rstrip(".") if "." in text else text
    if isinstance(value, datetime.datetime):
        return value.date().isoformat()
    if isinstance(value, datetime.date):
        return value.isoformat()
    if isinstance(value, (datetime.time, datetime.timedelta)):
        return "00:00"
    return value.replace("_x000D_", "").replace("\r", "").replace("\n", "\\n").replace("\t", "\\t")


def read(path):
    """Every reader's cells: sheet, row and column from 1, and text."""
    book = python_calamine.CalamineWorkbook.from_path(str(path))
    cells = set()
    for name in book.sheet_names:
        sheet = book.get_sheet_by_name(name)
        for row, line in enumerate(sheet.to_python(skip_empty_area=False), 1):
            cells |= {(name, row, column, text) for column, value in enumerate(line, 1) if (text := shown(value))}
    yield "calamine", cells
    if path.suffix != ".xls":
        cells = set()
        for sheet in openpyxl.load_workbook(path, data_only=True).worksheets:
            for line in sheet.iter_rows():
                cells |= {(sheet.title, c.row, c.column, text) for c in line if (text := shown(c.value))}
        yield "openpyxl", cells


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for seed in range(3):
            write(folder, seed)
        for path in sorted(pathlib.Path(sys.argv[1]).iterdir()) if len(sys.argv) > 1 else []:
            if path.suffix in (".xls", ".xlsx", ".xlsm"):
                shutil.copy(path, folder)
        count = 0
        for path in sorted(folder.iterdir()):
            for reader, cells in read(path):
                count += len(cells)
                lines = ["\t".join(map(str, cell)) for cell in sorted(cells)]
                path.with_name(f"{path.name}.{reader}.cells").write_text("\n".join(lines) + "\n")
        environment = {**os.environ, "INDICATORD_WORKBOOKS": str(folder)}
        test = ["cargo", "test", "-q", "--bin", "indicatord", "workbooks_at_hand"]
        subprocess.run(test, cwd=ROOT, env=environment, check=True)
        print(f"{count} cells are read alike")


main()
