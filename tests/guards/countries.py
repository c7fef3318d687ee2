"""Datasets whose figures belong to no country: a country of 25 indicators of every kind, and honest walks."""

import calendar
import datetime
import json
import math

LAST = datetime.date(2026, 10, 31)
# How much of a year's flow falls into each month: a harvest, a quiet January, purchases before New Year.
SEASON = [0.80, 0.84, 0.95, 0.97, 1.00, 1.02, 1.03, 1.05, 1.02, 1.00, 1.01, 1.31]


def month_end(date):
    return date.replace(day=calendar.monthrange(date.year, date.month)[1])


def months(count, step=1):
    """The last days of so many months, quarters or years, oldest first."""
    number = LAST.year * 12 + LAST.month - 1
    number -= (number + 1) % step
    numbers = [number - back * step for back in reversed(range(count))]
    return [month_end(datetime.date(number // 12, number % 12 + 1, 1)) for number in numbers]


def weekdays(count):
    days, day = [], LAST
    while len(days) < count:
        if day.weekday() < 5:
            days.append(day)
        day -= datetime.timedelta(days=1)
    return days[::-1]


class Walk:
    """Honest series. Every method gives the rows of one: dates with values as a source prints them."""

    def __init__(self, random):
        self.random = random

    def rate_of_exchange(self, count, start, daily, digits=4, devalued=()):
        """A floating rate; with `devalued`, by so much on one day in its middle."""
        rows, value = [], start
        jumps = dict(zip((count // 2, count * 3 // 4), devalued))
        for place, date in enumerate(weekdays(count)):
            value *= math.exp(self.random.gauss(0, daily)) * (1 + jumps.get(place, 0))
            rows.append((date, f"{value:.{digits}f}"))
        return rows

    def peg(self, count, rate, devalued=()):
        """A rate that an authority holds to within a few hundredths of a per cent."""
        return self.rate_of_exchange(count, rate, 0.0002, 4, devalued)

    def stock(self, count, start, growth, noise, digits=1, december=1.0, step=1):
        """A stock that grows, and with `december` is larger at the end of a year."""
        rows, level = [], start
        for date in months(count, step):
            level *= math.exp(growth + self.random.gauss(0, noise))
            season = december if date.month == 12 else 1
            rows.append((date, f"{level * season:.{digits}f}"))
        return rows

    def flows(self, count, monthly, growth, noise, season):
        """What is added in each month, with the part of each month in its year raised to `season`."""
        flow = monthly
        for date in months(count):
            flow *= math.exp(growth)
            yield date, flow * SEASON[date.month - 1] ** season * math.exp(self.random.gauss(0, noise))

    def flow(self, count, monthly, growth, noise, season=1, digits=1):
        return [(date, f"{flow:.{digits}f}") for date, flow in self.flows(count, monthly, growth, noise, season)]

    def total(self, count, monthly, growth, noise, season=1, digits=1):
        """The same since January."""
        rows, total = [], 0
        for date, flow in self.flows(count, monthly, growth, noise, season):
            total = flow + (total if date.month > 1 else 0)
            # A series that begins within a year begins with a whole total.
            if not rows and date.month > 1:
                total = flow * date.month
            rows.append((date, f"{total:.{digits}f}"))
        return rows

    def growth(self, count, mean, noise, shock=0, step=1, digits=1):
        """A rate of growth that returns to its mean; with `shock`, by so many points within half a year."""
        rows, value = [], mean
        dates = months(count, step)
        for place, date in enumerate(dates):
            value += 0.1 * (mean - value) + self.random.gauss(0, noise)
            if count // 2 <= place < count // 2 + 6:
                value += shock / 6
            rows.append((date, f"{value:.{digits}f}"))
        return rows

    def decisions(self, count, start, large=0):
        """A policy rate; with `large`, raised by so many points at once."""
        rows, value, day = [], start, LAST - datetime.timedelta(days=45 * count)
        for place in range(count):
            value += large if place == count // 2 else self.random.choice([-0.5, -0.25, -0.25, 0, 0, 0, 0.25, 0.25, 0.5])
            value = max(value, 0.5)
            rows.append((day, f"{value:g}"))
            day += datetime.timedelta(days=self.random.choice([35, 42, 49, 56]) if place % 8 else 30)
        return rows

    def interest(self, count, start, noise, digits=2):
        rows, value = [], start
        for date in months(count):
            value = max(0.2, value + self.random.gauss(0, noise))
            rows.append((date, f"{value:.{digits}f}"))
        return rows

    def balance(self, count, mean, noise, step=1):
        return [(date, f"{self.random.gauss(mean, noise):.1f}") for date in months(count, step)]


MONTHLY = {"periodType": "month_end"}
TOTAL = {"periodType": "year_to_date"}
RATE = {"periodType": "daily", "measure": "rate", "unit": "units"}
GROWTH = {"periodType": "monthly", "measure": "growth", "unit": "percent"}
INTEREST = {"periodType": "monthly", "measure": "rate", "unit": "percent"}
DECISION = {"periodType": "effective_from", "measure": "rate", "unit": "percent"}
QUARTERLY, ANNUAL = {"frequency": "Q"}, {"frequency": "A"}
BALANCE = {"measure": "balance"}


def second_country(random):
    """Twenty-five indicators of every kind, each with its definition and rows."""
    walk = Walk(random)
    return {
        "dollar": (RATE, walk.rate_of_exchange(250, 89.4, 0.004, 2)),
        "euro": (RATE, walk.rate_of_exchange(250, 97.1, 0.005, 2)),
        "neighbour": (RATE, walk.rate_of_exchange(120, 0.1893, 0.006, 4)),
        "anchor": (RATE, walk.peg(120, 3.6725)),
        "gold": ({**RATE, "measure": "amount"}, walk.rate_of_exchange(120, 7412.38, 0.009, 2)),
        "oil": ({**RATE, "measure": "amount"}, walk.rate_of_exchange(120, 71.4, 0.02, 2)),
        "cash": (MONTHLY, walk.stock(120, 18_412, 0.006, 0.012, december=1.06)),
        "broad-money": (MONTHLY, walk.stock(120, 61_240, 0.008, 0.009)),
        "loans": (MONTHLY, walk.stock(96, 30_770, 0.01, 0.006)),
        "deposits": (MONTHLY, walk.stock(96, 44_180, 0.009, 0.012)),
        "reserves": ({**MONTHLY, "unit": "dollars"}, walk.stock(120, 9_314, 0.004, 0.02)),
        "debt": ({**MONTHLY, **QUARTERLY}, walk.stock(40, 25_980, 0.02, 0.02, step=3)),
        "people": ({**MONTHLY, **ANNUAL, "unit": "persons"}, walk.stock(30, 9_510_000, 0.008, 0.001, 0, step=12)),
        "prices": ({"periodType": "monthly", "measure": "index"}, walk.stock(96, 108.3, 0.004, 0.004)),
        "turnover": ({"periodType": "monthly"}, walk.flow(96, 4_712, 0.006, 0.03)),
        "product": (TOTAL, walk.total(96, 9_140, 0.006, 0.02)),
        "exports": ({**TOTAL, "unit": "dollars"}, walk.total(96, 2_130, 0.003, 0.08, 0.5)),
        "revenue": (TOTAL, walk.total(96, 3_020, 0.006, 0.05)),
        "pay": ({"periodType": "year_to_date_average"}, walk.stock(96, 812, 0.007, 0.004)),
        "inflation": (GROWTH, walk.growth(96, 5.2, 0.5, 6)),
        "output-growth": ({**GROWTH, **TOTAL}, walk.growth(96, 3.1, 0.5)),
        "lending-rate": (INTEREST, walk.interest(96, 14.62, 0.2)),
        "policy": (DECISION, walk.decisions(60, 7.25)),
        "trade-balance": ({**MONTHLY, **BALANCE, "unit": "dollars"}, walk.balance(96, 310, 240)),
        "current-account": ({**MONTHLY, **BALANCE, **QUARTERLY, "unit": "dollars"}, walk.balance(40, -420, 900, 3)),
    }


def walks(random):
    """Sixty-four honest series: a third of the currencies devalued, flows with seasons, growth with a shock."""
    walk, choose, made = Walk(random), random.uniform, {}

    def add(name, count, definition, rows):
        for number in range(1, count + 1):
            made[f"{name}-{number}"] = (definition, rows(number))

    by = lambda number: (choose(0.2, 1.0),) if number % 3 == 0 else ()
    add("floating", 12, RATE, lambda n: walk.rate_of_exchange(150, choose(0.3, 90), choose(0.002, 0.008), 4, by(n)))
    add("pegged", 4, RATE, lambda n: walk.peg(150, choose(0.4, 4), by(n)))
    add("stock", 12, MONTHLY, lambda n: walk.stock(100, choose(900, 90_000), choose(0.002, 0.012), choose(0.004, 0.03),
                                                  december=1.08 if n % 2 else 1))
    add("flow", 8, {"periodType": "monthly"}, lambda n: walk.flow(100, choose(90, 9_000), 0.005, choose(0.02, 0.06), choose(0.5, 2)))
    add("total", 8, TOTAL, lambda n: walk.total(100, choose(90, 9_000), 0.005, choose(0.02, 0.1), choose(0.3, 1)))
    add("growth", 8, GROWTH, lambda n: walk.growth(100, choose(1, 9), choose(0.2, 0.7), choose(-9, 9)))
    add("policy", 4, DECISION, lambda n: walk.decisions(60, choose(4, 15) // 0.25 * 0.25, n + 1))
    add("interest", 4, INTEREST, lambda n: walk.interest(100, choose(4, 20), choose(0.1, 0.3)))
    add("balance", 4, {**MONTHLY, **BALANCE}, lambda n: walk.balance(100, choose(-300, 300), choose(100, 900)))
    return made


def write(root, series):
    """Writes a dataset of these series, each with its unit."""
    (root / "indicators").mkdir(parents=True)
    both = lambda text: {"ru": text, "en": text}
    # A unit with a code of SDMX is a percentage.
    units = {
        "local": both("mn"), "dollars": both("USD mn"), "persons": both("persons"), "units": both("per unit"),
        "percent": both("%"),
    }
    dump(root / "dataset.json", {
        "format": 1, "version": "made", "asOf": "2026-11-01T09:00:00+04:00", "utcOffset": "+04:00",
        "sourceStatus": "verified", "units": units, "sources": {},
        "categories": [{"id": "c", "name": both("c"), "indicators": list(series)}],
    })
    for key, (definition, rows) in series.items():
        dump(root / f"indicators/{key}.json", {"name": both(key), "unit": "local", **definition})
        lines = "".join(f"{date},{value}\n" for date, value in rows)
        (root / f"indicators/{key}.csv").write_text(f"date,value\n{lines}")


def dump(path, content):
    path.write_text(json.dumps(content, ensure_ascii=False, indent=2) + "\n")
