"""Ranges and lists of series of SDMX against a filter of the whole message, in every format.

    sdmx_ranges.py PROGRAM [DATASET] [REQUESTS]
"""

import calendar
import random
import re
import sys

import requests
from service import serve

SPECIFIC = "application/vnd.sdmx.structurespecificdata+xml;version=2.1"
FORMATS = ["*/*", SPECIFIC, "text/csv"]
PERIODS = ["2016", "2019", "2023-06", "2024-Q1", "2025-12-15", "2026", "2026-02", "2026-Q3", "2026-10-01", "2027"]


def days(period):
    """The first and the last day of a period."""
    year = period[:4]
    if len(period) == 4:
        return f"{year}-01-01", f"{year}-12-31"
    if len(period) == 10:
        return period, period
    first, last = (int(period[6]) * 3 - 2, int(period[6]) * 3) if period[5] == "Q" else (int(period[5:]), int(period[5:]))
    return f"{year}-{first:02}-01", f"{year}-{last:02}-{calendar.monthrange(int(year), last)[1]}"


def parts(text, format):
    """Of each series what stands before its rows, the rows with their periods, and what stands after them."""
    found = {}
    if format == "text/csv":
        for line in text.split("\r\n")[1:-1]:
            cells = line.split(",")
            found.setdefault(cells[3], ("", [], ""))[1].append((cells[4], line + "\r\n"))
        return found
    begin, end = ("<gen:Series>", "</gen:Series>") if format == "*/*" else ("<Series ", "</Series>")
    for head, rows, tail in re.findall(f"({begin}.*?\n)(.*?)({end}\n)", text, re.S):
        key = re.search(r'"?INDICATOR"?(?: value)?="([^"]*)"', head)[1]
        period = lambda row: re.search(r'(?:Dimension value|TIME_PERIOD)="([^"]*)"', row)[1]
        found[key] = (head, [(period(row), row + "\n") for row in rows.split("\n") if row], tail)
    return found


def body(text, format):
    if format == "text/csv":
        return text.split("\r\n", 1)[1]
    return text.split("<mes:DataSet", 1)[1].split(">\n", 1)[1].rsplit("</mes:DataSet>", 1)[0]


def expected(series, wanted, asked):
    start, end = days(asked.get("startPeriod", "0001"))[0], days(asked.get("endPeriod", "9999"))[1]
    first, last = asked.get("firstNObservations", 0), asked.get("lastNObservations", 0)
    text = ""
    for key, (head, rows, tail) in series.items():
        rows = [row for period, row in rows if start <= days(period)[1] <= end]
        if first or last:
            rows = [row for place, row in enumerate(rows) if place < first or place >= len(rows) - last]
        if rows and key in wanted:
            text += head + "".join(rows) + tail
    return text


def main(program, dataset="dataset", count="600"):
    dice = random.Random(20)
    with serve(program, dataset) as base, requests.Session() as session:
        flow = re.search(r'<str:Dataflow id="([^"]*)"', session.get(f"{base}/sdmx/dataflow", timeout=10).text)[1]
        root = f"{base}/sdmx/data/{flow}"
        whole = {format: parts(session.get(root, headers={"Accept": format}, timeout=10).text, format) for format in FORMATS}
        keys = list(whole["*/*"])
        empty, bodies = 0, {}
        for _ in range(int(count)):
            format, wanted = dice.choice(FORMATS), dice.choice([keys, [dice.choice(keys)], dice.sample(keys, min(4, len(keys)))])
            asked = {name: dice.choice(values) for name, values in [
                ("startPeriod", PERIODS), ("endPeriod", PERIODS), ("firstNObservations", [1, 5, 300]), ("lastNObservations", [1, 5, 300, 10**8]),
            ] if dice.random() < 0.5}
            headers = {"Accept": format, "Accept-Encoding": dice.choice(["gzip", "identity"])}
            path = f"{root}/..{'+'.join(dice.sample(wanted, len(wanted)))}"
            answer = session.get(path, params=asked, headers=headers, timeout=10)
            text = expected(whole[format], wanted, asked)
            if not text:
                assert answer.status_code == 404 and 'code="100"' in answer.text, answer.url
                empty += 1
                continue
            assert answer.status_code == 200 and body(answer.text, format) == text, (answer.url, format)
            tag = answer.headers["ETag"]
            assert bodies.setdefault(tag, answer.content) == answer.content, answer.url
            again = session.get(path, params=asked, headers={**headers, "If-None-Match": tag}, timeout=10)
            assert again.status_code == 304, answer.url
    print(f"{int(count) - empty} ranges of SDMX are what a filter of the whole message gives, {empty} are empty")


if __name__ == "__main__":
    main(*sys.argv[1:])
