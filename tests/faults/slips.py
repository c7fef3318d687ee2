#!/usr/bin/env python3
"""Slips of the hand, and honest work, in every series of a dataset: which of them need a word.

    tests/faults/slips.py [PROGRAM [DATASET]]       target/debug/indicatord and dataset by default

Each indicator is put into a dataset of its own, so that the guards judge it and nothing else. First its rows are recorded one
by one, in the order in which they were published: in at most 3 of 100 may a word be needed. Then a next row is recorded that
somebody has slipped in: a point one place to the left after +0.5 %, or to the right after -0.5 %, has to need a word in every
series, and so has one that slips in a public row in the middle, but in series that have had both signs; what passes of the other
slips is counted. Ends with 1 where a promise is broken. `hard_series.py` writes another dataset for it.
"""

import csv
import datetime
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from decimal import Decimal

# Nobody else writes to these datasets: they are not waited for.
os.environ["INDICATORD_REST_MS"] = "1"
ROOT = pathlib.Path(__file__).resolve().parents[2]
HONEST = Decimal(3) / 100
# The kinds of cases that tell of a value.
SLIPS = {"jump", "slip", "order"}


class Series:
    """One indicator of a dataset, and its rows in the order of their dates."""

    def __init__(self, source, key):
        self.source, self.key = source, key
        self.definition = json.loads((source / f"indicators/{key}.json").read_text())
        with open(source / f"indicators/{key}.csv", newline="") as file:
            self.rows = list(csv.DictReader(file))
        self.rows.sort(key=lambda row: (row["date"], row.get("published") or ""))
        self.last = self.rows[-1]

    @property
    def is_growth(self):
        return self.definition.get("measure") == "growth"

    @property
    def passes_zero(self):
        signs = {Decimal(row["value"]) > 0 for row in self.rows if Decimal(row["value"])}
        return self.is_growth or len(signs) > 1

    @property
    def is_total(self):
        return self.definition["periodType"] == "year_to_date"

    def honest(self):
        """The value of the next period if nothing much happens, and its date."""
        value = Decimal(self.last["value"])
        date = self.last["date"]
        if not date:
            return value, date
        day = datetime.date.fromisoformat(date)
        if self.definition["periodType"] == "daily":
            return value, str(day + datetime.timedelta(days=7))
        if self.definition["periodType"] in ("point_in_time", "effective_from"):
            return value, str(day + datetime.timedelta(days=28))
        months = {"Q": 3, "A": 12}.get(self.definition.get("frequency"), 1)
        month = day.year * 12 + day.month - 1 + months
        last = datetime.date((month + 1) // 12, (month + 1) % 12 + 1, 1) - datetime.timedelta(days=1)
        if self.is_total and not self.is_growth:
            value = value * last.month / day.month
        return value, str(last)


def one_indicator(series, rows, directory):
    """A dataset of this indicator alone, with these rows."""
    definitions = json.loads((series.source / "dataset.json").read_text())
    definitions["featured"] = []
    definitions["categories"] = [
        {"id": "c", "name": {"ru": "c", "en": "c"}, "indicators": [series.key]}
    ]
    own = {name: value for name, value in series.definition.items() if name not in ("chartWith", "below", "between")}
    (directory / "indicators").mkdir(parents=True)
    (directory / "dataset.json").write_text(json.dumps(definitions, ensure_ascii=False))
    (directory / f"indicators/{series.key}.json").write_text(json.dumps(own, ensure_ascii=False))
    write(series, rows, directory)


def write(series, rows, directory):
    path = directory / f"indicators/{series.key}.csv"
    with open(path, "w", newline="") as file:
        table = csv.DictWriter(file, series.rows[0].keys(), lineterminator="\n")
        table.writeheader()
        table.writerows(rows)


def run(program, *arguments):
    done = subprocess.run([program, *arguments, "--lang", "en"], capture_output=True, text=True)
    if done.returncode not in (0, 1) or "panicked" in done.stderr:
        sys.exit(f"{' '.join(map(str, arguments))}: {done.returncode}\n{done.stderr}")
    return done


def kinds(done, what):
    """The kinds of cases that need a word."""
    if done.returncode == 0:
        return set()
    found = {line.split()[0] for line in done.stderr.splitlines() if line.startswith("  ")}
    if not found:
        sys.exit(f"{what}: {done.stderr}")
    return found


class Recorder:
    """Publishes to a store of its own, where the rows of one series are public."""

    def __init__(self, program, series, rows):
        self.program, self.series = program, series
        self.scratch = pathlib.Path(tempfile.mkdtemp())
        self.dataset, self.store = self.scratch / "dataset", self.scratch / "store"
        one_indicator(series, rows, self.dataset)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        shutil.rmtree(self.scratch)

    def first(self):
        # A balance falls within its year, which was said to be meant when it was published.
        done = run(
            self.program, "publish", self.dataset, "--new-store", "--store", self.store, "--no-reload", "--yes", "--allow", "order"
        )
        if done.returncode != 0:
            sys.exit(f"{self.series.key}: {done.stderr}")

    def published(self, rows, *more):
        write(self.series, rows, self.dataset)
        return run(
            self.program, "publish", self.dataset, "--store", self.store, "--no-reload", "--yes", *more
        )


def replayed(program, series):
    """The rows that need a word, each with its kinds, where all are recorded one by one."""
    order = sorted(series.rows, key=lambda row: (row.get("published") or row["date"], row["date"]))
    asked = []
    with Recorder(program, series, order[:1]) as recorder:
        for row in order[1:]:
            arguments = ["record", series.key, row["date"], row["value"], "--dataset", recorder.dataset]
            if row.get("published"):
                arguments += ["--published", row["published"]]
            if row.get("unit"):
                return replayed_as_files(program, series, order)
            needed = kinds(run(program, *arguments), f"{series.key} {row}")
            if needed:
                asked.append((row["date"], row["value"], needed))
                run(program, *arguments, *[word for kind in needed for word in ("--allow", kind)])
    return asked


def replayed_as_files(program, series, order):
    """The same for rows that no command writes: those of another unit."""
    asked = []
    with Recorder(program, series, order[:1]) as recorder:
        recorder.first()
        for count in range(2, len(order) + 1):
            rows = sorted(order[:count], key=lambda row: row["date"])
            needed = kinds(recorder.published(rows), f"{series.key} {order[count - 1]}") - {"as-of"}
            if needed:
                asked.append((order[count - 1]["date"], order[count - 1]["value"], needed))
                recorder.published(rows, *[word for kind in needed for word in ("--allow", kind)])
    return asked


def plain(value):
    """At most as many digits as a source prints."""
    text = f"{value:.6f}".rstrip("0").rstrip(".")
    return text or "0"


def without_first_digit(value):
    text = plain(abs(value))
    rest = text[1:] if text[0] != "0" else text
    return Decimal(rest) if rest.strip("0.") else None


def slips(series, all_series):
    """What somebody writes in place of the honest value, by the name of the slip."""
    honest, _ = series.honest()
    like = [
        other for other in all_series
        if other.key != series.key and other.definition["periodType"] == series.definition["periodType"]
        and other.definition["unit"] == series.definition["unit"]
    ]
    # Of the neighbours, the one that is most like it.
    others = [Decimal(other.last["value"]) for other in like]
    nearest = min(others, key=lambda value: abs(value - honest), default=None)
    return {
        "point to the left": honest * Decimal("1.005") / 10,
        "point to the right": honest * Decimal("0.995") * 10,
        "double": honest * 2,
        "half": honest / 2,
        "first digit lost": without_first_digit(honest),
        "of a series of the same unit": nearest,
        "honest, +0.5 %": honest * Decimal("1.005"),
        "honest, -0.5 %": honest * Decimal("0.995"),
    }


def slipped(program, series, all_series):
    """Each slip, and the words of `SLIPS` that it needs."""
    found = {}
    _, date = series.honest()
    with Recorder(program, series, series.rows) as recorder:
        recorder.first()
        for name, value in slips(series, all_series).items():
            if value is None or plain(value) == plain(Decimal(series.last["value"])):
                continue
            row = {**series.last, "date": date, "value": plain(value)}
            for column in ("published", "reported_change_pct", "flag"):
                if column in row:
                    row[column] = ""
            # Of an undated figure there is one row.
            rows = series.rows + [row] if date else [row]
            found[name] = kinds(recorder.published(rows, "--dry-run"), f"{series.key} {name}") & SLIPS
        at = len(series.rows) // 2
        middle = series.rows[at]
        for name, factor in {"middle point to the left": Decimal("0.1"), "middle point to the right": Decimal(10)}.items():
            if Decimal(middle["value"]):
                row = {**middle, "value": plain(Decimal(middle["value"]) * factor)}
                rows = [*series.rows[:at], row, *series.rows[at + 1:]]
                found[name] = kinds(recorder.published(rows, "--dry-run"), f"{series.key} {name}") & SLIPS
    return found


def main():
    program = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "target/debug/indicatord").resolve()
    source = pathlib.Path(sys.argv[2] if len(sys.argv) > 2 else ROOT / "dataset").resolve()
    keys = sorted(path.stem for path in (source / "indicators").glob("*.json"))
    all_series = [Series(source, key) for key in keys]
    workers = ThreadPoolExecutor(os.cpu_count())
    broken = False

    rows = sum(len(series.rows) for series in all_series)
    asked = 0
    for series, found in zip(all_series, workers.map(lambda one: replayed(program, one), all_series)):
        for date, value, needed in found:
            print(f"a word is needed: {series.key} {date} {value}: {', '.join(sorted(needed))}")
        asked += len(found)
    print(f"honest rows: {rows}, of which {asked} need a word ({Decimal(asked) * 100 / rows:.1f} of 100)")
    broken |= asked > rows * HONEST

    counts = {}
    for series, found in zip(
        all_series, workers.map(lambda one: slipped(program, one, all_series), all_series)
    ):
        for name, needed in found.items():
            group = counts.setdefault((series.passes_zero, name), [0, 0, []])
            group[0] += 1
            if needed:
                group[1] += 1
            else:
                group[2].append(series.key)
    for (passes_zero, name), (count, caught, passed) in sorted(counts.items()):
        kind = "growth rates and both signs" if passes_zero else "other series"
        shown = f": {' '.join(passed)}" if 0 < len(passed) <= 12 else ""
        print(f"{kind}, {name}: {caught} of {count} need a word, {len(passed)} pass{shown}")
        broken |= "point" in name and not passes_zero and caught < count
        broken |= name.startswith("point") and caught < count
    sys.exit(1 if broken else 0)


if __name__ == "__main__":
    main()
