"""The dataset in which mistakes are made: rates of exchange, money, prices, totals, decisions, all verified, up to yesterday."""

import datetime
import json
import pathlib

ROOT = pathlib.Path(__file__).resolve().parents[2]
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


# The last ones are those of the rows to come.
DAYS, MONTHS = weekdays(121), month_ends(31)
NEXT, DAY = DAYS[-1], DAYS[-2]
NEXT_MONTH, MONTH = MONTHS[-1], MONTHS[-2]
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


ALL = series()
SERIES = {key: rows[:-1] for key, rows in ALL.items()}
# The row of each series that is to be entered next, if nothing is mistaken.
COMING = {key: rows[-1] for key, rows in ALL.items()}


def last(key, back=1):
    return SERIES[key][-back][1]


def coming(key):
    return COMING[key][1]


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
    # Of its categories for the IMF only some would have an indicator left.
    definitions.pop("nsdp", None)
    (directory / "indicators").mkdir(parents=True)
    dump(directory / "dataset.json", definitions)
    sources = set()
    for key, rows in SERIES.items():
        definition = json.loads((ROOT / f"dataset/indicators/{key}.json").read_text())
        definition["chartWith"] = [other for other in definition.get("chartWith", []) if other in SERIES]
        definition.setdefault("decimals", 4)
        definition.pop("release", None)
        definition.pop("nsdp", None)
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
