#!/usr/bin/env python3
"""Mistakes of a day's work, as data: what becomes of each on its way to the public.

    tests/faults/mistakes.py [PROGRAM]       target/debug/indicatord by default

Each mistake is made in a dataset that is in service, by hand or by a command, and published: `check`, the command or `publish`
refuses it, or it becomes public, and then the comparison that `publish` shows has to name it: figures by date and both values,
all else by file and field. At most `MOST` become public without a word, `MOST_OF_FORMER` of those that an earlier list had
left. Prints a line for each that does, and the counts; ends with 1 where a promise is broken.
"""

import collections
import datetime
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

ROOT = pathlib.Path(__file__).resolve().parents[2]
MOST, MOST_OF_FORMER = 20, 3
TODAY = datetime.datetime.now(datetime.timezone(datetime.timedelta(hours=4))).date()

# What is in service.
DAILY = {"usd": 1.7, "eur": 1.84, "gbp": 2.28, "rub": 2.1, "try": 0.0405, "xau": 7600, "xag": 113.9, "xpt": 3100}
STOCKS = {"m0": 17000, "m1": 31000, "m2": 41000, "m3": 50000, "reserves": 12000}
RATES = {"policy-rate": 7, "corridor-floor": 6, "corridor-ceiling": 8}
TOTALS = {"gdp": 10000, "exports": 2500}
GROWTH = {"cpi-12m": 5.2, "gdp-growth": 2.1}
AVERAGES = {"salary": 1000}
RELEASE = {"m0": "cbar-money", "m1": "cbar-money", "m2": "cbar-money", "m3": "cbar-money", "cpi-12m": "ssc-prices"}


def noise(key, number, size):
    """The same on every machine, from -size to +size."""
    state = sum(map(ord, key)) * 7919 + number * 104729
    for _ in range(3):
        state = (state * 1103515245 + 12345) % 2**31
    return (state / 2**31 * 2 - 1) * size


def weekdays(count):
    day, found = TODAY - datetime.timedelta(days=1), []
    while len(found) < count:
        if day.weekday() < 5:
            found.append(day)
        day -= datetime.timedelta(days=1)
    return found[::-1]


def month_ends(count):
    first, found = TODAY.replace(day=1), []
    for _ in range(count):
        last = first - datetime.timedelta(days=1)
        found.append(last)
        first = last.replace(day=1)
    return found[::-1]


DAYS, MONTHS = weekdays(120), month_ends(30)
# Before the last two months of the year nothing is told of a fall within it.
MONTH, BEFORE = MONTHS[-1], MONTHS[-2]
PUBLISHED = MONTH + datetime.timedelta(days=12)


def series():
    """The rows of each indicator: date, value, published."""
    found = {}
    for key, value in DAILY.items():
        digits = 4 if value > 1 else 6
        for number, day in enumerate(DAYS):
            if key != "usd":
                value *= 1 + noise(key, number, 0.003)
            found.setdefault(key, []).append((day, f"{value:.{digits}f}" if key != "usd" else "1.7", day))
    for key, value in STOCKS.items():
        for number, day in enumerate(MONTHS):
            value *= 1.005 + noise(key, number, 0.004)
            found.setdefault(key, []).append((day, f"{value:.1f}", min(day + datetime.timedelta(days=12), TODAY)))
    for key, value in RATES.items():
        for number in range(22):
            day = TODAY - datetime.timedelta(days=45 * (22 - number))
            rate = value + (0.25 if number % 2 else 0)
            found.setdefault(key, []).append((day, f"{rate:g}", None))
    for key, value in TOTALS.items():
        for number, day in enumerate(MONTHS):
            total = value * day.month * (1 + noise(key, number, 0.01))
            found.setdefault(key, []).append((day, f"{total:.1f}", None))
    for key, value in GROWTH.items():
        for number, day in enumerate(MONTHS):
            found.setdefault(key, []).append((day, f"{value + noise(key, number, 0.3):.1f}", None))
    for key, value in AVERAGES.items():
        for number, day in enumerate(MONTHS):
            value *= 1.004
            found.setdefault(key, []).append((day, f"{value + noise(key, number, 2):.1f}", None))
    return found


SERIES = series()


def last(key, back=1):
    return SERIES[key][-back][1]


def instant(**ahead):
    at = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(**ahead)
    return at.strftime("%Y-%m-%dT%H:%M:%SZ")


def base(directory):
    """A verified dataset of this program's own indicators."""
    definitions = json.loads((ROOT / "dataset/dataset.json").read_text())
    definitions.update(version="base", asOf=instant(minutes=-10), sourceStatus="verified", featured=["usd", "m2"])
    for category in definitions["categories"]:
        category["indicators"] = [key for key in category["indicators"] if key in SERIES]
    definitions["categories"] = [category for category in definitions["categories"] if category["indicators"]]
    (directory / "indicators").mkdir(parents=True)
    dump(directory / "dataset.json", definitions)
    sources = set()
    for key, rows in SERIES.items():
        definition = json.loads((ROOT / f"dataset/indicators/{key}.json").read_text())
        definition["chartWith"] = [other for other in definition.get("chartWith", []) if other in SERIES]
        definition.setdefault("decimals", 4)
        definition.pop("release", None)
        if key in RELEASE:
            definition["release"] = RELEASE[key]
        sources.add(definition["source"])
        dump(directory / f"indicators/{key}.json", definition)
        lines = [f"{day},{value},{published or ''},,\n" for day, value, published in rows]
        flagged = lines[-1].replace(",,\n", ",provisional,Bulletin 7\n")
        text = "date,value,published,flag,ref\n" + "".join(lines[:-1]) + flagged
        (directory / f"indicators/{key}.csv").write_text(text)
    checks = "".join(f"{source},{instant(hours=-1)},\n" for source in sorted(sources))
    (directory / "checks.csv").write_text("source,checked_at,error\n" + checks)
    to_come = [TODAY + datetime.timedelta(days=days) for days in (20, 50, 80)]
    rows = [f"{release},{day}\n" for release in sorted(set(RELEASE.values())) for day in to_come]
    (directory / "calendar.csv").write_text("release,date\n" + "".join(rows))


def dump(path, content):
    path.write_text(json.dumps(content, ensure_ascii=False, indent=2) + "\n")


class Mistake:
    """What somebody does, the files or the command that it is done with, and what of it has to be named if it passes."""

    def __init__(self, group, name, done, *named, former=False):
        self.group, self.name, self.done, self.named, self.former = group, name, done, named, former


def cell(key, date, value, new):
    """Another value in a row that is there."""
    return lambda at: text(f"indicators/{key}.csv", f"{date},{value},", f"{date},{new},")(at)


def text(file, before, after, count=1):
    def edit(at):
        path = at / file
        content = path.read_text()
        assert before in content, f"{file} has no {before}"
        path.write_text(content.replace(before, after) if count is None else content.replace(before, after, count))
    return edit


def appended(key, date, value, published=""):
    def edit(at):
        with open(at / f"indicators/{key}.csv", "a") as file:
            file.write(f"{date},{value},{published},,\n")
    return edit


def field(file, path, value, gone=False):
    """A member of a JSON file."""
    def edit(at):
        content = json.loads((at / file).read_text())
        parent = content
        for name in path[:-1]:
            parent = parent[name]
        if gone:
            del parent[path[-1]]
        else:
            parent[path[-1]] = value
        dump(at / file, content)
    return edit


def definition(key, name, value=None, gone=False):
    return field(f"indicators/{key}.json", [name], value, gone)


def several(*edits):
    return lambda at: [edit(at) for edit in edits]


def write(file, content):
    return lambda at: (at / file).write_text(content)


def command(*words, file=None):
    return {"words": list(words), "file": file}


def shifted(value, places):
    """With its point elsewhere."""
    return f"{float(value) * 10**places:.6f}".rstrip("0").rstrip(".")


def rows(key, count):
    """The last rows with their values in a circle, as if one line had slipped."""
    taken = SERIES[key][-count:]
    values = [value for _, value, _ in taken]
    return several(*(cell(key, day, value, new) for (day, value, _), new in zip(taken, values[1:] + values[:1])))


NEXT = DAYS[-1] + datetime.timedelta(days=1)
while NEXT.weekday() > 4:
    NEXT += datetime.timedelta(days=1)
SUNDAY = NEXT
while SUNDAY.weekday() != 6:
    SUNDAY -= datetime.timedelta(days=1)
DAY, DAY_BEFORE = DAYS[-1], DAYS[-2]
MONTHLY = f"{MONTH:%Y-%m}"


def new_value(key, value):
    """A row of the last day that is not there yet, with this value: the row that is there is taken away first."""
    return cell(key, DAY if key in DAILY else MONTH, last(key), value)


def swapped(value):
    """Two digits behind the first one after the point exchanged."""
    whole, fraction = value.split(".")
    digits = list(fraction)
    for at in range(1, len(digits) - 1):
        if digits[at] != digits[at + 1]:
            digits[at], digits[at + 1] = digits[at + 1], digits[at]
            break
    return f"{whole}.{''.join(digits)}"


def figure(key, value, before=None):
    """How a figure is named: by its date, the value before where there was one, and the value."""
    former = f"{re.escape(before)}.* → " if before else ""
    return rf"{former}{re.escape(value.rstrip('0').rstrip('.') if '.' in value else value)}\b"


def bulletin(rates, date=DAY):
    entries = "".join(
        f'<Valute Code="{code}"><Nominal>{nominal}</Nominal><Name>x</Name><Value>{value}</Value></Valute>'
        for code, (nominal, value) in rates.items()
    )
    return (
        f'<?xml version="1.0" encoding="UTF-8"?><ValCurs Date="{date:%d.%m.%Y}" Name="x" Description="x">'
        f'<ValType Type="x">{entries}</ValType></ValCurs>'
    )


def rates(**other):
    known = {
        "USD": ("1", last("usd")), "EUR": ("1", last("eur")), "GBP": ("1", last("gbp")), "TRY": ("1", last("try")),
        "RUB": ("100", last("rub")), "XAU": ("1 t.u.", last("xau")), "XAG": ("1 t.u.", last("xag")),
        "XPT": ("1 t.u.", last("xpt")),
    }
    return {code: rate for code, rate in {**known, **other}.items() if rate}


def mistakes():
    of = Mistake
    found = []

    def add(group, *items):
        found.extend(of(group, *item[:2], *item[2:]) if not isinstance(item, Mistake) else item for item in items)

    add("form",
        ("decimal comma", cell("m2", MONTH, last("m2"), f'"{last("m2").replace(".", ",")}"')),
        ("semicolons", text("indicators/eur.csv", ",", ";", None)),
        ("thousands", cell("m2", MONTH, last("m2"), "41 005.5")),
        ("not a month's last day", text("indicators/m2.csv", str(MONTH), str(MONTH.replace(day=1)))),
        ("no such day", text("indicators/eur.csv", str(DAY), f"{DAY:%Y}-02-30")),
        ("a Russian date", text("indicators/eur.csv", str(DAY), f"{DAY:%d.%m.%Y}")),
        ("a column misspelt", text("indicators/eur.csv", "published", "publihsed")),
        ("windows-1251", lambda at: (at / "indicators/eur.json").write_bytes("{\"name\": \"Курс\"}".encode("cp1251"))),
        ("a comma too many", text("indicators/eur.json", "\n}", ",\n}")),
        ("a brace too few", text("indicators/eur.json", "\n}", "\n")),
        ("a quotation mark too few", text("indicators/eur.json", '"name"', '"name')),
        ("an empty file", write("indicators/eur.csv", "")),
        ("a header alone", write("indicators/eur.csv", "date,value\n")),
        ("a file missing", lambda at: (at / "indicators/eur.csv").unlink()),
        ("a file too many", write("indicators/eur (1).csv", "date,value\n")),
        ("a unit misspelt", definition("eur", "unit", "azn_per_1_euro")),
        ("a field misspelt", definition("eur", "desimals", 4)),
        ("a doubled row", appended("eur", DAY, last("eur"), DAY)),
        ("a doubled key", text("dataset.json", '"usd",', '"usd", "usd",')),
        ("a release misspelt in the calendar", text("calendar.csv", "cbar-money", "cbar-mony")),
        ("a source misspelt in the checks", text("checks.csv", "cbar", "cbra")),
        ("a source doubled in the checks", text("checks.csv", "error\n", f"error\ncbar,{instant(hours=-2)},\n")))

    add("wrong value",
        *((f"a point to the left, {key}", new_value(key, shifted(last(key), -1))) for key in [*DAILY, *STOCKS]),
        *((f"a point to the right, {key}", new_value(key, shifted(last(key), 1))) for key in [*DAILY, *STOCKS]),
        *((f"a point to the left, {key}", cell(key, MONTH, last(key), shifted(last(key), -1))) for key in TOTALS),
        *((f"a point to the right, {key}", cell(key, MONTH, last(key), shifted(last(key), 1))) for key in TOTALS),
        ("hundredfold", new_value("eur", shifted(last("eur"), 2))),
        ("zero", new_value("eur", "0")),
        ("another sign", new_value("m2", f"-{last('m2')}")),
        Mistake("wrong value", "digits exchanged", new_value("eur", swapped(last("eur"))),
                figure("eur", swapped(last("eur")), last("eur").rstrip("0")), former=True),
        ("gbp 2.8 for 2.2", new_value("gbp", "2.8237")),
        ("usd off its peg", new_value("usd", "1.8")),
        Mistake("wrong value", "usd in eur", new_value("eur", last("usd")), former=True),
        ("eur in gbp", new_value("gbp", last("eur"))),
        ("m3 in m2", new_value("m2", last("m3"))),
        ("5310 for 41005", new_value("m2", "5310")),
        ("policy rate 5.6 for 6.5", several(appended("policy-rate", TODAY, "5.6")),),
        ("sign of a growth rate", new_value("gdp-growth", f"-{last('gdp-growth')}")),
        ("sign of inflation", new_value("cpi-12m", f"-{last('cpi-12m')}")),
        Mistake("wrong value", "last month again", cell("m2", MONTH, last("m2"), last("m2", 2)),
                figure("m2", last("m2", 2), last("m2"))),
        ("floor above the ceiling", appended("corridor-floor", TODAY, "8.5")),
        ("m1 above m2", new_value("m1", f"{float(last('m2')) + 1:.1f}")),
        ("a total that falls", cell("gdp", MONTH, last("gdp"), f"{float(last('gdp', 2)) - 1:.1f}")
         if MONTH.month > 1 else cell("gdp", MONTH, last("gdp"), "1")),
        ("the month in place of the total", cell("exports", MONTH, last("exports"), "2500.1")
         if MONTH.month > 1 else cell("exports", MONTH, last("exports"), "1")),
        ("last year's total", cell("gdp", MONTH, last("gdp"), "1")),
        Mistake("wrong value", "cut in its last row",
                cell("xag", DAY, last("xag"), last("xag")[:-3]), figure("xag", last("xag")[:-3], last("xag").rstrip("0")),
                former=True))

    new_row = lambda key, value, date=NEXT: appended(key, date, value, date)
    add("wrong row or date",
        Mistake("wrong row or date", "three values shifted", rows("eur", 3), figure("eur", last("eur", 2), last("eur", 3).rstrip("0"))),
        Mistake("wrong row or date", "three old values changed",
                several(*(cell("eur", SERIES["eur"][at][0], SERIES["eur"][at][1], f"{float(SERIES['eur'][at][1]) * 1.004:.4f}") for at in (10, 20, 30))),
                rf"{SERIES['eur'][20][0]}  .* → "),
        ("six old values changed",
         several(*(cell("eur", SERIES["eur"][at][0], SERIES["eur"][at][1], f"{float(SERIES['eur'][at][1]) * 1.004:.4f}") for at in range(10, 17)))),
        Mistake("wrong row or date", "last month overwritten",
                cell("m2", MONTH, last("m2"), f"{float(last('m2')) * 1.006:.1f}"), rf"{MONTH}  {re.escape(last('m2'))}.* → ", former=True),
        Mistake("wrong row or date", "year 2006", new_row("eur", last("eur"), NEXT.replace(year=2006)), former=True),
        ("last year on another weekday", new_row("eur", last("eur"), SUNDAY - datetime.timedelta(days=371))),
        Mistake("wrong row or date", "a Sunday", new_row("eur", last("eur"), SUNDAY), former=True),
        ("in 2062", new_row("eur", last("eur"), NEXT.replace(year=2062))),
        ("next month", appended("m2", month_ends(1)[0] + datetime.timedelta(days=62), last("m2"))),
        ("two definitions exchanged", lambda at: exchange(at, "indicators/xau.json", "indicators/xag.json")),
        ("two files exchanged", lambda at: exchange(at, "indicators/xau.csv", "indicators/xag.csv")),
        ("m1 and m2 exchanged", lambda at: exchange(at, "indicators/m1.csv", "indicators/m2.csv")),
        ("a year of rows lost", lambda at: cut(at, "indicators/m2.csv", 18)),
        ("the last row lost", lambda at: cut(at, "indicators/m2.csv", 30)),
        ("an indicator lost", lambda at: lose(at, "exports")))

    revised = str(MONTH)
    add("revisions that do not count",
        ("an older one", appended("m2", revised, "41100.1", PUBLISHED - datetime.timedelta(days=4))),
        ("one without a day", appended("m2", revised, "41100.1", "")),
        ("one before its period ended", appended("m2", revised, "41100.1", MONTH - datetime.timedelta(days=4))),
        ("an older one by a command", command("record", "m2", MONTHLY, "41100.1", "--published", str(PUBLISHED - datetime.timedelta(days=4)))),
        ("one without a day by a command", command("record", "m2", MONTHLY, "41100.1")),
        ("published before its end", text("indicators/m2.csv", f",{SERIES['m2'][-1][2]},", f",{MONTH - datetime.timedelta(days=3)},")),
        ("the same day", appended("m2", revised, "41100.1", SERIES["m2"][-1][2])))

    hour = instant(hours=-1)[:13]
    add("statuses and checks",
        ("checks deleted", lambda at: (at / "checks.csv").unlink()),
        Mistake("statuses and checks", "an error left", text("checks.csv", "Z,\nssc", "Z,timeout\nssc"), r"checks.csv: check error"),
        ("checked in an hour", lambda at: checked(at, instant(hours=1))),
        Mistake("statuses and checks", "checked next year", lambda at: checked(at, instant(days=400)), former=True),
        ("checked in 2062", lambda at: checked(at, "2062-01-01T00:00:00Z")),
        ("checked next year by a command", command("checked", "cbar", "--at", instant(days=400))),
        ("a check of a source that is none", command("checked", "cbra")),
        ("stale after 480 hours", field("dataset.json", ["sources", "cbar", "staleAfterHours"], 480)),
        ("stale never", field("dataset.json", ["sources", "cbar", "staleAfterHours"], None, True)),
        Mistake("statuses and checks", "stale after 4 hours", field("dataset.json", ["sources", "cbar", "staleAfterHours"], 4), "dataset.json: stale after"),
        ("seed", field("dataset.json", ["sourceStatus"], "seed")),
        ("seed of one", definition("m2", "sourceStatus", "seed")),
        ("a status misspelt", field("dataset.json", ["sourceStatus"], "verifyed")),
        ("plausible gone", definition("eur", "plausible", None, True)),
        ("a bound gone", field("indicators/eur.json", ["plausible", "max"], None, True)))

    add("definitions",
        ("release gone", definition("m2", "release", None, True)),
        ("release misspelt", definition("m2", "release", "cbar-mony")),
        ("nominal", several(definition("rub", "nominal", 1))),
        ("nominal of another", several(definition("eur", "nominal", 100))),
        ("source's code", definition("eur", "sourceCode", "EURO")),
        ("unit", definition("m2", "unit", "usd_mn")),
        ("text of a unit", field("dataset.json", ["units", "azn_mn", "en"], "AZN bn")),
        ("forms of a unit", field("dataset.json", ["units", "azn_mn", "plural", "en", "other"], "billion manats")),
        ("period type", definition("reserves", "periodType", "month_end")),
        ("measure", definition("gdp-growth", "measure", "amount")),
        ("source", definition("m2", "source", "ssc")),
        ("address of a source", field("dataset.json", ["sources", "cbar", "url"], "https://www.cbar.example/")),
        ("utcOffset", field("dataset.json", ["utcOffset"], "+05:00")),
        Mistake("definitions", "decimals 0", definition("eur", "decimals", 0), "indicators/eur.json: decimals"),
        Mistake("definitions", "a Russian name in English", lambda at: russian(at, "m2"), former=True),
        Mistake("definitions", "markup in a name", field("indicators/m2.json", ["name", "en"], "<b>M2</b>"), former=True),
        ("a name of another", field("indicators/m2.json", ["name", "en"], "Money supply M3")),
        ("a name misspelt", field("indicators/m2.json", ["name", "ru"], "Денежная маса M2")),
        Mistake("definitions", "a short name", definition("m2", "shortName", {"ru": "М3", "en": "M3"}), r"indicators/m2.json: short name \(en\)"),
        Mistake("definitions", "category", lambda at: moved(at, "m2"), "dataset.json: category "),
        Mistake("definitions", "a flag lost", text("indicators/m2.csv", "provisional", ""), rf"~ m2  {MONTH}  .*provisional → "),
        Mistake("definitions", "another flag", text("indicators/m2.csv", "provisional", "estimated"), rf"~ m2  {MONTH}  .*provisional → .*estimated"),
        Mistake("definitions", "an origin", text("indicators/m2.csv", "Bulletin 7", "Bulletin 8"), rf"~ m2  {MONTH}  .*Bulletin 7.* → .*Bulletin 8"),
        Mistake("definitions", "the calendar deleted", lambda at: (at / "calendar.csv").unlink(), former=True),
        Mistake("definitions", "the calendar of the year before", lambda at: a_year_before(at), former=True),
        ("a date of the calendar moved", text("calendar.csv", f"cbar-money,{TODAY + datetime.timedelta(days=20)}", f"cbar-money,{TODAY + datetime.timedelta(days=21)}")),
        Mistake("definitions", "a date of the calendar too many", text("calendar.csv", "release,date\n", f"release,date\ncbar-money,{TODAY + datetime.timedelta(days=5)}\n"), "calendar.csv: calendar"),
        Mistake("definitions", "notes", definition("m2", "notes", {"ru": "Другое", "en": "Other"}), r"indicators/m2.json: notes \(en\)"),
        Mistake("definitions", "a limit gone", definition("m1", "below", None, True), "indicators/m1.json: `below`"),
        ("asOf ahead", field("dataset.json", ["asOf"], "2062-01-01T00:00:00Z")),
        ("asOf of last year", field("dataset.json", ["asOf"], instant(days=-370))))

    table = lambda content: command("import", "FILE", file=("table.csv", content))
    xml = lambda content: command("import", "FILE", file=("bulletin.xml", content))
    ahead = NEXT if NEXT <= TODAY + datetime.timedelta(days=3) else DAY
    add("tools",
        ("record usd for eur", command("record", "usd", str(NEXT), last("eur"))),
        ("record gbp for eur", command("record", "gbp", str(NEXT), last("eur"))),
        ("record m2 for m3", command("record", "m3", MONTHLY, last("m2"), "--published", str(TODAY))),
        ("record a slipped point", command("record", "eur", str(NEXT), shifted(last("eur"), -1))),
        ("record a key that is none", command("record", "euro", str(NEXT), last("eur"))),
        ("record a decimal comma", command("record", "eur", str(NEXT), last("eur").replace(".", ","))),
        ("record what is there", command("record", "eur", str(DAY), "1.9")),
        ("record a Sunday", command("record", "eur", str(SUNDAY), last("eur"))),
        ("columns exchanged", table(f"date,eur,gbp\n{ahead},{last('gbp')},{last('eur')}\n") if ahead != DAY else table("date,eur\n2062-01-01,1\n")),
        ("columns of metals exchanged", table(f"date,xau,xag\n{NEXT},{last('xag')},{last('xau')}\n")),
        ("a table with two headers", table(f"key,date,value\nkey,date,value\neur,{NEXT},1.8\n")),
        ("a bulletin of two years before", xml(bulletin(rates(), DAY - datetime.timedelta(days=728)))),
        Mistake("tools", "a bulletin of 52 weeks before", xml(bulletin(rates(), DAY - datetime.timedelta(days=364))),
                rf"\+ eur  {DAY - datetime.timedelta(days=364)}  {figure('eur', last('eur'))}"),
        ("a bulletin with metals exchanged", xml(bulletin(rates(XAU=("1 t.u.", last("xpt")), XPT=("1 t.u.", last("xau"))), NEXT))),
        ("a bulletin with a rate of zero", xml(bulletin(rates(EUR=("1", "0")), NEXT))),
        ("a bulletin of 100 euros", xml(bulletin(rates(EUR=("1", shifted(last("eur"), 2))), NEXT))),
        ("a page in place of a bulletin", xml("<html><body>404</body></html>")),
        Mistake("tools", "a bulletin without EUR", xml(bulletin(rates(EUR=None), NEXT)), r"\+ usd  \d"))
    return found


def exchange(at, one, other):
    first, second = (at / one).read_text(), (at / other).read_text()
    (at / one).write_text(second)
    (at / other).write_text(first)


def cut(at, file, lines):
    path = at / file
    path.write_text("".join(path.read_text().splitlines(True)[:lines]))


def lose(at, key):
    definitions = json.loads((at / "dataset.json").read_text())
    for category in definitions["categories"]:
        category["indicators"] = [other for other in category["indicators"] if other != key]
    definitions["categories"] = [category for category in definitions["categories"] if category["indicators"]]
    dump(at / "dataset.json", definitions)
    for end in ("json", "csv"):
        (at / f"indicators/{key}.{end}").unlink()


def moved(at, key):
    definitions = json.loads((at / "dataset.json").read_text())
    first = next(category for category in definitions["categories"] if key in category["indicators"])
    other = next(category for category in definitions["categories"] if category is not first)
    first["indicators"].remove(key)
    other["indicators"].append(key)
    dump(at / "dataset.json", definitions)


def checked(at, when):
    path = at / "checks.csv"
    path.write_text(re.sub(r"cbar,[^,]*", f"cbar,{when}", path.read_text()))


def russian(at, key):
    content = json.loads((at / f"indicators/{key}.json").read_text())
    content["name"]["en"] = content["name"]["ru"]
    dump(at / f"indicators/{key}.json", content)


def a_year_before(at):
    path = at / "calendar.csv"
    year = lambda match: str(int(match[0]) - 1)
    path.write_text(re.sub(r"20\d\d", year, path.read_text()))


def age(directory):
    """Files that were just written are waited for, as somebody may be writing on."""
    for path in directory.rglob("*"):
        if path.is_file():
            os.utime(path, (1.7e9, 1.7e9))


class Replay:
    def __init__(self, program):
        self.program = program
        self.scratch = pathlib.Path(tempfile.mkdtemp())
        self.template, self.store = self.scratch / "base", self.scratch / "store"
        base(self.template)
        age(self.template)
        done = self.run("publish", self.template, "--new-store", "--store", self.store, "--no-reload", "--yes")
        if done.returncode != 0:
            sys.exit(f"the dataset without mistakes is not published: {done.stderr}")

    def run(self, *arguments):
        return subprocess.run(
            [self.program, *map(str, arguments), "--lang", "en"], capture_output=True, text=True
        )

    def outcome(self, number, mistake):
        """Where it was caught and by which kinds, or what passed unnamed; what was said."""
        at = self.scratch / f"d{number}"
        shutil.copytree(self.template, at)
        try:
            if isinstance(mistake.done, dict):
                words = list(mistake.done["words"])
                if mistake.done["file"]:
                    name, content = mistake.done["file"]
                    file = self.scratch / f"{number}-{name}"
                    file.write_text(content)
                    age(self.scratch / f"d{number}")
                    words = [str(file) if word == "FILE" else word for word in words]
                done = self.run(*words, "--dataset", at)
                said = done.stdout + done.stderr
                if done.returncode != 0:
                    return "refused by the command", kinds(done.stderr), said
            else:
                mistake.done(at)
                said = ""
            age(at)
            done = self.run("publish", at, "--store", self.store, "--dry-run")
            said += done.stdout + done.stderr
            if "nothing was done" in done.stdout:
                return "nothing is done", set(), said
            if done.returncode == 2:
                return "error at `check`", set(), said
            if done.returncode != 0:
                return "refused by `publish`", kinds(done.stderr), said
            return "public", set(), said
        finally:
            shutil.rmtree(at)


def kinds(stderr):
    return {line.split()[0].rstrip(":") for line in stderr.splitlines() if line.startswith("  ")}


def main():
    program = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "target/debug/indicatord").resolve()
    replay = Replay(program)
    all_mistakes = mistakes()
    counts, public, former, broken = collections.Counter(), 0, 0, []
    with ThreadPoolExecutor(os.cpu_count()) as workers:
        outcomes = list(workers.map(replay.outcome, range(len(all_mistakes)), all_mistakes))
    shutil.rmtree(replay.scratch)
    by_kind = collections.Counter()
    for mistake, (where, needed, said) in zip(all_mistakes, outcomes):
        counts[(mistake.group, where)] += 1
        by_kind.update(needed)
        name = f"{mistake.group}: {mistake.name}"
        if where != "public":
            if mistake.named:
                print(f"caught, though it was not expected to be: {name} ({', '.join(sorted(needed))})")
            continue
        public += 1
        former += mistake.former
        print(f"public: {name}")
        unnamed = [words for words in mistake.named if not re.search(words, said)]
        if unnamed or not mistake.named or "other responses" in said or "nothing differs" in said:
            broken.append(f"{name} is not named {mistake.named}:\n{said}")
    for (group, where), count in sorted(counts.items()):
        print(f"{group}: {count} {where}")
    print("kinds: " + ", ".join(f"{kind} {count}" for kind, count in by_kind.most_common()))
    of_former = sum(mistake.former for mistake in all_mistakes)
    print(f"{len(all_mistakes)} mistakes, {public} public; of the {of_former} that an earlier list had left, {former}")
    if public > MOST or former > MOST_OF_FORMER:
        broken.append("more mistakes become public than may")
    print("\n".join(broken), file=sys.stderr)
    sys.exit(1 if broken else 0)


if __name__ == "__main__":
    main()
