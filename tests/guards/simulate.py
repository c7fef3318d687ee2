#!/usr/bin/env python3
"""Honest figures and wrong ones in every series of three countries: which of them need a word.

    tests/guards/simulate.py [PROGRAM] [--sample N] [--seed N] [--show]     target/debug/indicatord by default

Three kinds of data: the built-in dataset, a made country of 25 indicators of every kind, and 64 honest walks with seasons and
devaluations. Each is lived through day by day: the rows of a day are imported over those before it, first as they are, then
with a slip in each of them. `import` judges them; a row that is always refused keeps it from writing anything. Prints the
honest rows that need a word and the wrong ones that pass, by kind, then what becomes of the last row of each built-in series
with a wrong first digit, and of large honest moves. Ends with 1 where a promise is broken. `--sample N` judges every Nth day of
the two that are made.
"""

import argparse
import collections
import csv
import datetime
import json
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from decimal import Decimal

import countries
from moves import MOVES

ROOT = pathlib.Path(__file__).resolve().parents[2]
# The kinds of cases that tell of a value.
FIGURES = {"jump", "slip", "order"}
# What is promised: honest rows that need a word, of 100; first digits of the last built-in rows that pass, of 100; large honest
# moves that need a word.
HONEST = {"built-in": 3, "second country": 1, "walks": 1}
# A point or two is an ordinary step of a growth rate, of which a third of these rows are.
FIRST_DIGITS, LARGE_MOVES = 30, 15
# A row that is refused whatever stands beside it.
SENTINEL = ("sentinel", "2020-01-02", "1000000")


class Series:
    """One indicator of a dataset, with the rows that count, oldest first."""

    def __init__(self, root, key, percent):
        self.key = key
        self.definition = json.loads((root / f"indicators/{key}.json").read_text())
        self.percent = self.definition["unit"] in percent
        with open(root / f"indicators/{key}.csv", newline="") as file:
            rows = sorted(csv.DictReader(file), key=lambda row: (row["date"], row.get("published") or ""))
        self.header = list(rows[0])
        self.rows = list({row["date"]: row for row in rows}.values())

    @property
    def kind(self):
        measure, period = self.definition.get("measure", "amount"), self.definition["periodType"]
        if measure in ("growth", "balance"):
            return measure
        if measure == "rate" and self.percent:
            return "interest"
        return {"daily": "daily", "year_to_date": "total"}.get(period, "level")

    def is_sure_of_points(self, day):
        """Whether a point that moved has to be seen: where the row before is not older than two years, and by ratios."""
        before = max(row["date"] for row in self.rows if row["date"] < day)
        days = datetime.date.fromisoformat(day) - datetime.date.fromisoformat(before)
        return days.days <= 731 and self.kind in ("daily", "level", "total")

    def matters(self, value, wrong):
        """Whether a wrong value is far enough off to mislead."""
        if self.kind == "growth":
            return abs(wrong - value) >= 3
        if self.kind == "interest":
            return abs(wrong - value) >= 2
        return value != 0 and abs(wrong / value - 1) >= (Decimal("0.1") if self.kind == "daily" else Decimal("0.2"))


def changed_digit(text, place, by):
    """With another significant digit, or None where it would be none or lead to a zero in front."""
    digits = [at for at, character in enumerate(text) if character.isdigit()]
    first = next((number for number, at in enumerate(digits) if text[at] != "0"), None)
    if first is None or first + place >= len(digits):
        return None
    at = digits[first + place]
    digit = int(text[at]) + by
    if place > 0:
        digit %= 10
    return f"{text[:at]}{digit}{text[at + 1:]}" if (1 if place == 0 else 0) <= digit <= 9 else None


def moved_point(text, places):
    value = f"{Decimal(text) * Decimal(10) ** places:f}"
    return value.rstrip("0").rstrip(".") if "." in value else value


def without_first_digit(text):
    at = next((at for at, character in enumerate(text) if character in "123456789"), None)
    rest = None if at is None else text[:at] + text[at + 1:]
    return rest if rest and rest[-1].isdigit() and rest.lstrip("-")[0].isdigit() and Decimal(rest) else None


SLIPS = {
    "first digit +1": lambda text: changed_digit(text, 0, 1),
    "first digit -1": lambda text: changed_digit(text, 0, -1),
    "first digit +3": lambda text: changed_digit(text, 0, 3),
    "second digit +5": lambda text: changed_digit(text, 1, 5),
    "point to the left": lambda text: moved_point(text, -1),
    "point to the right": lambda text: moved_point(text, 1),
    "first digit lost": without_first_digit,
}


class Country:
    """A dataset of which rows are taken away and imported again."""

    def __init__(self, program, name, root):
        self.program, self.name = program, name
        units = json.loads((root / "dataset.json").read_text())["units"]
        percent = {
            unit for unit, text in units.items()
            if text["en"] == "%" or text.get("sdmx", {}).get("unitMeasure") == "PC"
        }
        keys = sorted(path.stem for path in (root / "indicators").glob("*.json"))
        self.series = [Series(root, key, percent) for key in keys]
        self.root = root

    def copy(self, rows_of):
        """A directory with these rows of each series, and the sentinel; a series without rows is left out."""
        directory = pathlib.Path(tempfile.mkdtemp())
        shutil.copytree(self.root, directory, dirs_exist_ok=True)
        kept = [series.key for series in self.series if rows_of(series)]
        dataset = json.loads((self.root / "dataset.json").read_text())
        unit, both = next(iter(dataset["units"])), lambda text: {"ru": text, "en": text}
        dataset.update(featured=[], categories=[{"id": "c", "name": both("c"), "indicators": [*kept, "sentinel"]}])
        dataset.pop("nsdp", None)
        countries.dump(directory / "dataset.json", dataset)
        countries.dump(directory / "indicators/sentinel.json", {"name": both("s"), "unit": unit, "periodType": "daily"})
        (directory / "indicators/sentinel.csv").write_text("date,value\n2020-01-01,1\n")
        for series in self.series:
            if series.key not in kept:
                (directory / f"indicators/{series.key}.csv").unlink()
                (directory / f"indicators/{series.key}.json").unlink()
                continue
            definition = dict(series.definition)
            named = [definition.get("below"), *definition.get("between", [])]
            if any(key and key not in kept for key in named):
                definition = {name: value for name, value in definition.items() if name not in ("below", "between")}
            definition.pop("chartWith", None)
            definition.pop("nsdp", None)
            countries.dump(directory / f"indicators/{series.key}.json", definition)
            self.write(directory, series, rows_of(series))
        return directory

    @staticmethod
    def write(directory, series, rows):
        with open(directory / f"indicators/{series.key}.csv", "w", newline="") as file:
            table = csv.DictWriter(file, series.header, lineterminator="\n")
            table.writeheader()
            table.writerows(rows)

    def refused(self, directory, rows):
        """The keys of these rows (key, date, value) that need a word, each with its kinds."""
        table = "key,date,value\n" + "".join(f"{key},{date},{value}\n" for key, date, value in [*rows, SENTINEL])
        done = subprocess.run(
            [self.program, "import", "-", "--dataset", directory, "--lang", "en"], input=table, text=True,
            capture_output=True, env={**os.environ, "INDICATORD_REST_MS": "1"},
        )
        kinds = collections.defaultdict(set)
        for kind, key, other in re.findall(r"^  ([a-z-]+) ([a-z0-9_-]+)[^`\n]*(?:`([a-z0-9_-]+)`)?", done.stderr, re.M):
            if kind in FIGURES:
                # Either of two may be the wrong one.
                for named in filter(None, (key, other)):
                    kinds[named].add(kind)
        if done.returncode != 1 or not kinds.pop("sentinel", None):
            sys.exit(f"{self.name}: {done.returncode}\n{done.stderr}\n{table}")
        return kinds

    def days(self):
        """The rows of each day on which a series goes on, by day; what no command writes is left out."""
        by_day = collections.defaultdict(list)
        for series in self.series:
            for place, row in enumerate(series.rows):
                # Rows of another unit are not written by commands, and the next one is not compared with them.
                if place > 0 and row["date"] and not row.get("unit") and not series.rows[place - 1].get("unit"):
                    by_day[row["date"]].append((series, place))
        return sorted(by_day.items())

    def live(self, sample, workers):
        """What is judged on each day, as honest rows that need a word, and slips with whether they are refused."""
        days = self.days()[::sample]
        chunks = [days[start::workers] for start in range(workers)]
        with ThreadPoolExecutor(workers) as pool:
            return [outcome for outcomes in pool.map(self.judged, chunks) for outcome in outcomes]

    def judged(self, days):
        directory = self.copy(lambda series: series.rows[:1])
        outcomes = []
        for day, rows in days:
            # Everything until the day before is there.
            for series in self.series:
                known = [row for row in series.rows if row["date"] < day or row is series.rows[0]]
                self.write(directory, series, known)
            honest = [(series.key, day, series.rows[place]["value"]) for series, place in rows]
            outcomes.append(("honest", rows, honest, self.refused(directory, honest)))
            for name, slip in SLIPS.items():
                wrong = [(key, day, slip(value)) for key, day, value in honest]
                wrong = [row for row in wrong if row[2] is not None]
                if wrong:
                    outcomes.append((name, rows, wrong, self.refused(directory, wrong)))
        shutil.rmtree(directory)
        return outcomes

    def last_rows(self):
        """The last rows of all series that have two, wrong in their first digits: tried, refused, and honest ones refused."""
        series = [series for series in self.series if len(series.rows) > 1 and not series.rows[-1].get("unit")]
        directory = self.copy(lambda one: one.rows[:-1] if one in series else one.rows)
        honest = [(one.key, one.rows[-1]["date"], one.rows[-1]["value"]) for one in series]
        asked = self.refused(directory, honest)
        passed, tried = [], 0
        for name, slip in list(SLIPS.items())[:3]:
            wrong = [(key, date, slip(value)) for key, date, value in honest]
            wrong = [row for row in wrong if row[2] is not None]
            kinds = self.refused(directory, wrong)
            tried += len(wrong)
            passed += [f"{key} {value}" for key, _, value in wrong if not kinds.get(key)]
        shutil.rmtree(directory)
        return tried, passed, asked

    def large_moves(self):
        """The large honest moves of which rows need a word."""
        directory = self.copy(lambda series: series.rows)
        asked = {}
        for name, rows in MOVES.items():
            kinds = self.refused(directory, rows)
            if kinds:
                asked[name] = dict(kinds)
        shutil.rmtree(directory)
        return asked


def report(country, outcomes, show):
    """Prints what needs a word and what passes, by kind; whether a promise is broken."""
    honest, asked = collections.Counter(), collections.Counter()
    tried, passed, points = collections.Counter(), collections.Counter(), []
    for name, rows, values, kinds in outcomes:
        by_key = {series.key: (series, series.rows[place]["value"]) for series, place in rows}
        for key, day, value in values:
            series, true = by_key[key]
            if name == "honest":
                honest[series.kind] += 1
                if kinds.get(key):
                    asked[series.kind] += 1
                    if show:
                        print(f"  needs a word: {key} {day} {value}: {', '.join(sorted(kinds[key]))}")
            elif series.matters(Decimal(true), Decimal(value)):
                tried[name, series.kind] += 1
                passed[name, series.kind] += not kinds.get(key)
                if name.startswith("point") and not kinds.get(key) and series.is_sure_of_points(day):
                    points.append(f"{key} {day} {true}: {name}")
    total, words = sum(honest.values()), sum(asked.values())
    print(f"{country.name}: {words} of {total} honest rows need a word ({100 * words / max(total, 1):.2f} of 100)")
    for kind in sorted(honest):
        print(f"  {kind}: {asked[kind]} of {honest[kind]} honest rows; wrong ones that pass:", end="")
        for name in SLIPS:
            if tried[name, kind]:
                print(f" {name} {passed[name, kind]}/{tried[name, kind]}", end="")
        print()
    wrong, silent = sum(tried.values()), sum(passed.values())
    print(f"  of {wrong} wrong rows that matter {silent} pass ({100 * silent / max(wrong, 1):.1f} of 100)")
    for point in points:
        print(f"  a moved point passes: {point}")
    return bool(points) or words * 100 > total * HONEST[country.name]


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("program", nargs="?", default=ROOT / "target/debug/indicatord")
    arguments.add_argument("--sample", type=int, default=1)
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--only", help="one of the three, by its name")
    arguments.add_argument("--show", action="store_true")
    given = arguments.parse_args()
    program, scratch = pathlib.Path(given.program).resolve(), pathlib.Path(tempfile.mkdtemp())
    made = {"second country": countries.second_country, "walks": countries.walks}
    for name, series in made.items():
        countries.write(scratch / name, series(random.Random(given.seed)))
    built_in = Country(program, "built-in", ROOT / "dataset")
    broken = False
    for country in [built_in, *(Country(program, name, scratch / name) for name in made)]:
        if given.only not in (None, country.name):
            continue
        # The built-in dataset has too few rows for a sample.
        sample = 1 if country is built_in else given.sample
        broken |= report(country, country.live(sample, os.cpu_count()), given.show)

    tried, passed, asked = built_in.last_rows()
    print(f"last built-in rows: {len(passed)} of {tried} wrong first digits pass; honest ones that need a word: {len(asked)}")
    if given.show:
        print(f"  pass: {', '.join(passed)}\n  need a word: {', '.join(sorted(asked))}")
    large = built_in.large_moves()
    print(f"large honest moves: {len(large)} of {len(MOVES)} need a word")
    for name, kinds in large.items():
        print(f"  {name}: {'; '.join(f'{key} {chr(44).join(sorted(of))}' for key, of in sorted(kinds.items()))}")
    broken |= len(passed) * 100 > tried * FIRST_DIGITS or len(large) > LARGE_MOVES
    shutil.rmtree(scratch)
    sys.exit(1 if broken else 0)


if __name__ == "__main__":
    main()
