#!/usr/bin/env python3
"""Writes a dataset of series that are hard to judge, for `slips.py`: no figure of it is of any country.

    tests/faults/hard_series.py DIRECTORY [SEED]

Rates of exchange with a devaluation, money that grows by 30 % each December, indices, quarters with a season of seven to one,
years, totals since January, balances of both signs, growth rates, decisions, values of none to four decimals.
"""

import datetime
import json
import pathlib
import random
import sys

LAST = datetime.date(2026, 10, 31)


def month_end(back, step=1):
    month = LAST.year * 12 + LAST.month - back * step
    return datetime.date(month // 12, month % 12 + 1, 1) - datetime.timedelta(days=1)


def quarter_end(back):
    month = 2026 * 12 + 9 - back * 3
    return datetime.date(month // 12, month % 12 + 1, 1) - datetime.timedelta(days=1)


def days(count):
    found, day = [], datetime.date(2026, 11, 20)
    while len(found) < count:
        if day.weekday() < 5:
            found.append(day)
        day -= datetime.timedelta(days=1)
    return found[::-1]


def walk(dates, start, step, digits, random, jumps={}):
    """A value that wanders, with jumps at some places."""
    value, rows = start, []
    for place, date in enumerate(dates):
        value *= (1 + random.gauss(0, step)) * jumps.get(place, 1)
        rows.append((date, f"{value:.{digits}f}"))
    return rows


def series(random):
    months = [month_end(back) for back in range(35, -1, -1)]
    quarters = [quarter_end(back) for back in range(15, -1, -1)]
    years = [datetime.date(year, 12, 31) for year in range(2014, 2026)]
    december = lambda date, value: value * (1.3 if date.month == 12 else 1)
    seasons = {3: 1, 6: 3, 9: 7, 12: 2.2}
    around = lambda mean, size, digits, dates: [(date, f"{random.gauss(mean, size):.{digits}f}") for date in dates]
    growing = lambda dates, start, rate: [(date, start * rate**place) for place, date in enumerate(dates)]
    return {
        "rate": ("daily", {"measure": "rate"}, walk(days(90), 1.84, 0.003, 4, random)),
        "devalued": ("daily", {"measure": "rate"}, walk(days(90), 0.78, 0.002, 4, random, {40: 1.97, 65: 1.3})),
        "yen": ("daily", {"measure": "rate"}, walk(days(40), 0.0108, 0.004, 6, random)),
        "gold": ("daily", {}, walk(days(40), 7600, 0.008, 3, random)),
        "oil": ("daily", {}, walk(days(40), 71, 0.02, 2, random)),
        "money": ("month_end", {}, [(date, f"{december(date, value) * random.gauss(1, 0.01):.1f}")
                                    for date, value in growing(months, 31000, 1.008)]),
        "loans": ("month_end", {}, [(date, f"{value * random.gauss(1, 0.004):.0f}") for date, value in growing(months, 21000, 1.012)]),
        "index": ("monthly", {"measure": "index"}, walk(months, 104, 0.004, 1, random)),
        "harvest": ("month_end", {"frequency": "Q"}, [(date, f"{100 * seasons[date.month] * random.gauss(1, 0.05):.1f}")
                                                      for date in quarters]),
        "people": ("month_end", {"frequency": "A"}, [(date, f"{value:.0f}") for date, value in growing(years, 9_500_000, 1.008)]),
        "output": ("year_to_date", {}, [(date, f"{900 * date.month * random.gauss(1, 0.02):.1f}") for date in months]),
        "balance": ("month_end", {}, around(20, 300, 1, months)),
        "current": ("year_to_date", {"frequency": "Q"}, around(-500, 900, 0, quarters)),
        "prices": ("monthly", {"measure": "growth"}, walk(months, 5.2, 0.08, 1, random)),
        "industry": ("monthly", {"measure": "growth"}, around(2.5, 3, 1, months)),
        "decision": ("effective_from", {"measure": "rate"}, [(date, f"{value:g}") for date, value in
                     zip(months[::3], [7, 7.25, 7.5, 8, 8.25, 8, 7.75, 7.5, 7.25, 7, 6.75, 6.5, 6.75, 7, 7.25, 7.5])]),
        "short": ("month_end", {}, walk(months[-5:], 412.37, 0.03, 2, random)),
    }


def main():
    root = pathlib.Path(sys.argv[1])
    found = series(random.Random(int(sys.argv[2]) if len(sys.argv) > 2 else 1))
    (root / "indicators").mkdir(parents=True)
    text = lambda of: {"ru": of, "en": of}
    write = lambda path, of: (root / path).write_text(json.dumps(of, ensure_ascii=False, indent=2) + "\n")
    write("dataset.json", {
        "format": 1, "version": "hard", "asOf": "2026-11-21T09:00:00+04:00", "utcOffset": "+04:00", "sourceStatus": "verified",
        "units": {f"of_{key}": text(key) for key in found}, "sources": {},
        "categories": [{"id": "c", "name": text("c"), "indicators": list(found)}],
    })
    for key, (period, members, rows) in found.items():
        write(f"indicators/{key}.json", {"name": text(key), "unit": f"of_{key}", "periodType": period, **members})
        lines = "".join(f"{date},{value}\n" for date, value in rows)
        (root / f"indicators/{key}.csv").write_text(f"date,value\n{lines}")


if __name__ == "__main__":
    main()
