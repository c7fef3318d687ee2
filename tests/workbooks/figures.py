#!/usr/bin/env python3
"""Compares every figure that the definitions of a dataset read in a folder of workbooks with the cell that calamine reads.

    tests/workbooks/figures.py PROGRAM FOLDER DATASET [TABLE ...]

A definition that scales, adds or rounds has other figures than cells: they are compared after `decimals`, without `add` and
`scale`. Ends with 1 where a figure differs. Needed: the packages in cells.txt.
"""

import decimal
import json
import pathlib
import re
import subprocess
import sys

import python_calamine

LINE = re.compile(r"^(.*)!([A-Z]+)([0-9]+)  (\S+)  (\S+)  (-?[0-9.]+)(  .*)?$")


def column(letters):
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - ord("A") + 1
    return number - 1


def number(cell):
    text = str(cell).strip().replace("\xa0", "").replace(" ", "").replace(",", ".")
    found = re.match(r"[-+]?[0-9.]+(e[-+]?[0-9]+)?", text)
    return decimal.Decimal(found[0]) if found else None


def expected(cell, series):
    value = number(cell)
    if value is None:
        return None
    # The double decides, not its shortest decimal, which may end with a five.
    value = decimal.Decimal(f"{float(value):.14e}") * decimal.Decimal(str(series.get("scale", 1))) + decimal.Decimal(str(series.get("add", 0)))
    digits = series.get("decimals")
    if digits is not None:
        value = value.quantize(decimal.Decimal(1).scaleb(-digits), decimal.ROUND_HALF_UP)
    return value


def main():
    program, folder, dataset, *tables = sys.argv[1:]
    paths = sorted(path for path in pathlib.Path(folder).iterdir() if path.suffix in (".xls", ".xlsx", ".xlsm"))
    compared = differing = 0
    for table in tables or [path.stem for path in pathlib.Path(dataset, "tables").glob("*.json")]:
        definition = json.loads(pathlib.Path(dataset, "tables", f"{table}.json").read_text())
        for path in paths:
            command = [program, "import", "--list", "--table", table, "--dataset", dataset, str(path)]
            lines = subprocess.run(command, capture_output=True, text=True).stdout.splitlines()
            book = python_calamine.CalamineWorkbook.from_path(str(path))
            sheets = {}
            for sheet, letters, row, key, period, value, _ in (found.groups() for found in map(LINE.match, lines) if found):
                cells = sheets.setdefault(sheet, book.get_sheet_by_name(sheet).to_python(skip_empty_area=False))
                cell = cells[int(row) - 1][column(letters)]
                series = {**definition, **definition["series"][key]}
                compared += 1
                if expected(cell, series) != decimal.Decimal(value):
                    differing += 1
                    print(f"{path.name} {sheet}!{letters}{row} {key} {period}: {value}, the cell has {cell!r}")
    print(f"{compared} figures compared, {differing} differ")
    return differing > 0


if __name__ == "__main__":
    sys.exit(main())
