#!/usr/bin/env python3
"""Compares ranges of histories with a filter of the whole pages, byte for byte, over random datasets.

    python3 ranges.py BINARY [--seeds N] [--first K] [--queries N]

JSON is compared with what the reference implementation makes of the filtered rows; CSV with the lines of the whole table
whose dates are in the range; a table with a column for each series with their rows; a table as it was known on a day with the
list as it was known then. Each answer is asked for
in both encodings and as HEAD; equal tags are only for equal bytes. Half of the datasets have a series of daily figures over
years, and rows are appended to it: a range that ended before them keeps its bytes and its tag.
Prints what differs and the dataset that shows it, and exits 1 if anything did.
"""

import argparse
import copy
import csv
import gzip
import http.client
import io
import json
import random
import shutil
import sys
import tempfile
from datetime import date, datetime, timedelta, timezone
from pathlib import Path
from urllib.parse import urlencode

sys.dont_write_bytecode = True
import compare
import generate
import oracle

NEVER, ALWAYS = date(1, 1, 1), date(9999, 12, 31)


def days(rng, dates):
    """A way to name a day or a period, with its first and its last day."""
    day = rng.choice(dates) + timedelta(days=rng.choice((-400, -31, -1, 0, 0, 0, 1, 31, 400)))
    quarter = (day.month + 2) // 3
    return rng.choice((
        (f"{day.year:04}", date(day.year, 1, 1), date(day.year, 12, 31)),
        (f"{day.year:04}-Q{quarter}", date(day.year, quarter * 3 - 2, 1), generate.month_end(day.year, quarter * 3)),
        (f"{day.year:04}-{day.month:02}", day.replace(day=1), generate.month_end(day.year, day.month)),
        (day.isoformat(), day, day),
    ))


def query(rng, dates):
    """The parameters of a query, and what they select: the first day, the last day, how many, as known when."""
    parameters, first, last, count, known = {}, None, None, None, None
    if rng.random() < 0.6:
        text, first, _ = days(rng, dates)
        parameters["from"] = text
    if rng.random() < 0.6:
        text, _, last = days(rng, dates)
        parameters["to"] = text
    if rng.random() < 0.4 or not parameters:
        count = rng.choice((1, 2, 5, 12, 100, 300, 999999999))
        parameters["last"] = str(count)
    if rng.random() < 0.3:
        known = days(rng, dates)[2]
        parameters["asOf"] = known.isoformat()
    return parameters, first, last, count, known


def cut(rows, first, last, count):
    """The rows of a range; rows are anything with a date."""
    if first or last:
        rows = [row for row in rows if row.date and (first or NEVER) <= row.date <= (last or ALWAYS)]
    return rows[-count:] if count else rows


def as_of(indicator, known):
    found = {}
    for row in indicator.revisions:
        if known is None or row.published is None or row.published <= known:
            found[row.date] = row
    return list(found.values())


class Line:
    """A line of a table: its text, its key and its date."""

    def __init__(self, text, key, day):
        self.text, self.key, self.date = text, key, day


def lines(table, delimiter):
    """The head of a table and its lines, with the line ends that stand outside quotes."""
    texts, start, quoted = [], 0, False
    for at, byte in enumerate(table):
        quoted ^= byte == 0x22
        if byte == 0x0A and not quoted:
            texts.append(table[start : at + 1])
            start = at + 1
    head = next(csv.reader(io.StringIO(texts[0].decode("utf-8-sig")), delimiter=delimiter))
    found = []
    for text in texts[1:]:
        cells = dict(zip(head, next(csv.reader(io.StringIO(text.decode(), newline=""), delimiter=delimiter))))
        day = date.fromisoformat(cells["date"]) if cells["date"] else None
        found.append(Line(text, cells.get("key"), day))
    return texts[0], found


class Asked:
    """Answers of one service, and the bytes of each tag."""

    def __init__(self, port):
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        self.tags, self.count = {}, 0

    def get(self, target, encoding="identity", method="GET"):
        self.connection.request(method, target, headers={"Accept-Encoding": encoding})
        answer = self.connection.getresponse()
        return answer, answer.read()

    def body(self, target):
        """The bytes of an answer, which are the same in all encodings."""
        answer, body = self.get(target)
        if answer.status != 200:
            raise compare.Mismatch(f"{target}: status {answer.status}, {body[:200]!r}")
        packed, coded = self.get(target, "gzip")
        known = gzip.decompress(coded) if packed.headers["Content-Encoding"] == "gzip" else coded
        compare.compare(f"{target} in gzip", body, known)
        head, nothing = self.get(target, method="HEAD")
        if (head.headers["ETag"], head.headers["Content-Length"], nothing) != (answer.headers["ETag"], str(len(body)), b""):
            raise compare.Mismatch(f"{target}: HEAD is not as GET")
        for one, bytes_of in ((answer, body), (packed, coded)):
            if self.tags.setdefault(one.headers["ETag"], bytes_of) != bytes_of:
                raise compare.Mismatch(f"{target}: the tag {one.headers['ETag']} belongs to other bytes")
        self.count += 1
        return body, answer.headers["ETag"]


def expected_list(dataset, indicator, lang, rows, is_compact):
    own = copy.copy(indicator)
    own.rows = rows
    pretty, compact = oracle.forms(oracle.history_body(dataset, own, lang))
    return compact if is_compact else pretty


def compare_series(asked, dataset, rng, indicator):
    parameters, first, last, count, known = query(rng, [row.date or date(2020, 1, 1) for row in indicator.rows])
    lang, is_compact = rng.choice(("ru", "en")), rng.random() < 0.5
    prefix = "" if lang == "ru" else "/en"
    rows = cut(as_of(indicator, known), first, last, count)
    form = {"pretty": "0"} if is_compact else {}
    target = f"{prefix}/data/{indicator.key}/history.json?{urlencode(parameters | form)}"
    list_body, tag = asked.body(target)
    compare.compare(target, expected_list(dataset, indicator, lang, rows, is_compact), list_body)
    delimiter, form = (",", {}) if rng.random() < 0.5 else (";" if lang == "ru" else ",", {"dialect": "excel"})
    path = f"{prefix}/data/{indicator.key}/history.csv"
    whole, _ = asked.body(f"{path}?{urlencode(form)}")
    head, all_lines = lines(whole, delimiter)
    target = f"{path}?{urlencode(parameters | form)}"
    table, _ = asked.body(target)
    if known is None:
        compare.compare(target, head + b"".join(line.text for line in cut(all_lines, first, last, count)), table)
    else:
        known_rows = [(row.date, oracle.plain(row.value)) for row in rows]
        _, found = lines(table, delimiter)
        values = csv.DictReader(io.StringIO(table.decode("utf-8-sig"), newline=""), delimiter=delimiter)
        texts = [row["value"].replace(",", ".") for row in values]
        if [(line.date, text) for line, text in zip(found, texts)] != known_rows or len(found) != len(known_rows):
            raise compare.Mismatch(f"{target}: other rows than in the list")
    return target, tag


def compare_long(asked, dataset, rng):
    public = [indicator.key for indicator in dataset.indicators]
    dates = [row.date for indicator in dataset.indicators for row in indicator.rows if row.date] or [date(2020, 1, 1)]
    parameters, first, last, count, _ = query(rng, dates)
    parameters.pop("asOf", None)
    keys = rng.sample(public, rng.randint(1, min(len(public), 100))) if rng.random() < 0.6 else None
    if keys:
        parameters["keys"] = ",".join(keys + keys[:1])
    lang = rng.choice(("ru", "en"))
    delimiter, form = (",", {}) if rng.random() < 0.5 else (";" if lang == "ru" else ",", {"dialect": "excel"})
    path = ("" if lang == "ru" else "/en") + "/history.csv"
    whole, _ = asked.body(f"{path}?{urlencode(form)}")
    head, all_lines = lines(whole, delimiter)
    expected = [head]
    for key in public:
        own = [line for line in all_lines if line.key == key or line.key == f"'{key}"]
        if keys is None or key in keys:
            expected += [line.text for line in cut(own, first, last, count)]
    target = f"{path}?{urlencode(parameters | form)}"
    compare.compare(target, b"".join(expected), asked.body(target)[0])


def compare_wide(asked, dataset, rng):
    """A table with a column for each series, of the rows with the unit, kind and measure of its newest one."""
    dates = [row.date for indicator in dataset.indicators for row in indicator.rows if row.date] or [date(2020, 1, 1)]
    parameters, first, last, count, _ = query(rng, dates)
    parameters.pop("asOf", None)
    chosen = dataset.indicators
    if rng.random() < 0.7:
        chosen = rng.sample(chosen, rng.randint(1, min(len(chosen), 100)))
        parameters["keys"] = ",".join(indicator.key for indicator in chosen)
    names = {indicator.key for indicator in chosen}
    columns = [indicator for indicator in dataset.indicators if indicator.key in names]
    values = {}
    for indicator in columns:
        kind = oracle.alike(oracle.current(indicator))
        for row in cut(indicator.rows, first, last, count):
            if row.date and oracle.alike(row) == kind:
                values.setdefault(row.date, {})[indicator.key] = oracle.plain(row.value)
    expected = [["date"] + [indicator.key for indicator in columns]]
    for day in sorted(values):
        expected.append([day.isoformat()] + [values[day].get(indicator.key, "") for indicator in columns])
    text = "".join(",".join(cells) + "\r\n" for cells in expected)
    prefix = rng.choice(("", "/en"))
    target = f"{prefix}/history.csv?{urlencode(parameters | {'shape': 'wide'})}"
    compare.compare(target, text.encode(), asked.body(target)[0])


REFUSED = (
    ("from=2025-02-30", "from"), ("to=x", "to"), ("last=0", "last"), ("last=-1", "last"), ("last=1e3", "last"),
    ("start=2025", "from"), ("start_date=2025", "from"), ("endPeriod=2025", "to"), ("limit=5", "last"), ("offset=1", "from"),
    ("asOf=2025", "asOf"), ("from=%FF", "from"), ("last=1&last=zz", "last"),
)


def compare_refusals(asked, dataset):
    key = dataset.indicators[0].key
    for path in (f"/data/{key}/history.json", f"/en/data/{key}/history.csv", "/history.csv"):
        for text, named in REFUSED:
            answer, body = asked.get(f"{path}?{text}")
            said = body.decode()
            is_right = named is None or answer.status == 400 and json.loads(said)["code"] == "bad_parameter" and named in said
            if not is_right or (answer.status == 400 and answer.headers["Cache-Control"] != "no-store"):
                raise compare.Mismatch(f"{path}?{text}: {answer.status} {said}")
    for target, status in (
        (f"/data/{key}/history.json?keys={key}", 400), ("/history.csv?asOf=2025-01-01", 400),
        (f"/history.csv?keys={key},no-such", 404), ("/history.csv?keys=no-such&last=x", 400),
        ("/data/no-such/history.json?last=x", 404), (f"/history.csv?keys={','.join(str(n) for n in range(101))}", 400),
        (f"/data/{key}/history.json?_=1&foo=bar", 200), ("/data.json?from=x", 200), (f"/data/{key}/history.json?from=", 400), ("/history.csv?keys=", 400), (f"/data/{key}/history.csv?asOf=", 400),
    ):
        answer, body = asked.get(target)
        if answer.status != status:
            raise compare.Mismatch(f"{target}: {answer.status} {body[:300]!r}")


def daily(directory, rng):
    """Makes the rows of an indicator of daily figures those of several years, some of them revised."""
    for path in sorted((directory / "indicators").glob("*.json")):
        definition, table = json.loads(path.read_text()), path.with_suffix(".csv")
        if definition.get("periodType") != "daily":
            continue
        day = date(2019, 3, 5)
        rows = ["date,value,published"]
        while day < date(2024, 6, 30):
            rows.append(f"{day},{rng.randint(1, 99999) / 1000},{day}")
            if rng.random() < 0.01:
                rows.append(f"{day},{rng.randint(1, 99999) / 1000},{day + timedelta(days=rng.randint(1, 900))}")
            day += timedelta(days=rng.choice((1, 1, 1, 3)))
        table.write_text("\n".join(rows) + "\n")
        return path.stem
    return None


def try_seed(binary, seed, queries):
    scratch = Path(tempfile.mkdtemp(prefix=f"ranges-{seed}-"))
    directory, rng = scratch / "dataset", random.Random(seed)
    # Nothing becomes public and no status turns while it is asked.
    generate.generate(seed, directory, "2026-06-15T09:00:00+04:00")
    long_key = daily(directory, rng)
    now = oracle.instant(datetime.now(timezone.utc).isoformat(timespec="seconds"))
    try:
        with compare.Service(binary, directory) as service:
            asked, dataset = Asked(service.port), oracle.public(oracle.load(directory), now)
            compare_refusals(asked, dataset)
            closed = {}
            for _ in range(queries):
                indicator = rng.choice(dataset.indicators)
                if long_key and rng.random() < 0.5:
                    indicator = next(one for one in dataset.indicators if one.key == long_key)
                compare_series(asked, dataset, rng, indicator)
                compare_long(asked, dataset, rng)
                compare_wide(asked, dataset, rng)
            if long_key:
                for year in range(2019, 2025):
                    for kind in ("json", "csv"):
                        target = f"/data/{long_key}/history.{kind}?to={year}-03"
                        closed[target] = asked.body(target)
        if long_key:
            with (directory / "indicators" / f"{long_key}.csv").open("a") as table:
                table.writelines(f"{date(2024, 7, 1) + timedelta(days=n)},5,\n" for n in range(300))
            with compare.Service(binary, directory) as service:
                after = Asked(service.port)
                for target, before in closed.items():
                    if after.body(target) != before:
                        raise compare.Mismatch(f"{target} is another one after rows were appended")
    except compare.Mismatch as mismatch:
        return f"seed {seed}: {mismatch}\n  dataset kept in {directory}\n", 0
    shutil.rmtree(scratch)
    return None, asked.count


def main():
    parser = argparse.ArgumentParser(description="compare ranges with a filter of the whole pages")
    parser.add_argument("binary")
    parser.add_argument("--seeds", type=int, default=10, help="how many datasets (default 10)")
    parser.add_argument("--first", type=int, default=1, help="the first of them (default 1)")
    parser.add_argument("--queries", type=int, default=100, help="how many of each kind for each (default 100)")
    args = parser.parse_args()
    binary = shutil.which(args.binary) or parser.error(f"no program at {args.binary}")
    failed = answers = 0
    for seed in range(args.first, args.first + args.seeds):
        report, count = try_seed(str(Path(binary).absolute()), seed, args.queries)
        answers += count
        if report:
            failed += 1
            print(report, flush=True)
    print(f"{args.seeds - failed} datasets passed, {failed} failed; {answers} answers compared")
    return 1 if failed or not answers else 0


if __name__ == "__main__":
    sys.exit(main())
