#!/usr/bin/env python3
"""Writes a random valid dataset directory, as awkward as the format allows, for comparing bodies byte for byte.

    python3 generate.py SEED OUT [--now 2026-11-20T09:00:00+04:00]

The same seed (and --now, the instant around which checks and releases lie; random without it) gives the same
files. OUT must not exist. OUT.at gets the instants worth looking at, one a line: the two sides of deadlines.

Dates are drawn where calendars hurt, and for each current observation the rows it is compared with are usually
there, with decoys beside them; numbers are drawn where rounding hurts. Nothing here is a mistake of the dataset.
Where the format names a liberty for one CSV file only (BOM, CRLF, blank lines, order of columns), all three take it.
"""

import argparse
import calendar
import random
import sys
from datetime import date, datetime, timedelta
from decimal import Context, Decimal
from pathlib import Path

sys.dont_write_bytecode = True
import oracle  # only to find the deadlines of what was written

OFFSETS = ("-05:00", "-03:30", "+00:00", "+01:00", "+03:00", "+04:00", "+04:00", "+04:30", "+05:30", "+05:45")
EXACT = Context(prec=120)
DAYS = ((1, 1), (1, 31), (2, 28), (2, 29), (3, 1), (3, 29), (3, 30), (3, 31), (4, 30), (5, 31), (7, 31), (8, 31),
        (10, 30), (10, 31), (11, 20), (12, 30), (12, 31))
WORDS = (
    "млн манатов", "AZN mn", "%", "манат", "Центральный банк", "Ä", "e\u0301", "й", "I\u0307", '"quoted"', "«ёлки»",
    "C:\\temp\\", "\\n", "\\u0041", "/", "</script><b>&amp;", "' OR 1=1", ",", ";", "=1+1", "\u00a0",
    "נכון", "مرحبا", "👩🔧", "🇦🇿", "\U0010ffff", "\ufffd", "ﷺ", "數據", "{}",
    "%s", "null",
)


def month_end(year, month):
    return date(year, month, calendar.monthrange(year, month)[1])


def is_month_end(day):
    return day == month_end(day.year, day.month)


def nearest(year, month, day):
    """That day, or the last one of its month where the month is shorter; any month number."""
    year, month = year + (month - 1) // 12, (month - 1) % 12 + 1
    return date(year, month, min(day, calendar.monthrange(year, month)[1]))


# --- numbers -------------------------------------------------------------------------------------------------


def fits(text):
    return len(text.replace("-", "").replace(".", "").lstrip("0")) <= 28


def spell(rng, x):
    """One of the spellings of a number: trailing and leading zeros, a sign on zero."""
    text = format(x, "f")
    if x == 0:
        return rng.choice(("0", "0.00", "-0", "-0.00", "000", "0.0"))
    if rng.random() < 0.2:
        zeros = "0" * rng.randint(1, 4)
        if fits(padded := text + ("" if "." in text else ".") + zeros):
            text = padded
    if rng.random() < 0.05:
        sign, digits = ("-", text[1:]) if text[0] == "-" else ("", text)
        text = sign + "0" * rng.choice((1, 3, 30)) + digits
    return text


def digits(rng, n):
    return str(rng.randint(10 ** (n - 1), 10**n - 1))


def raw(rng):
    """A number of any kind, as a Decimal."""
    sign = rng.choice((1, 1, 1, -1))
    kind = rng.randrange(12)
    if kind == 0:
        text = digits(rng, rng.choice((1, 2, 8, 20, 28)))
    elif kind == 1:  # 28 digits, the point somewhere among them
        text, at = digits(rng, 28), rng.randint(1, 27)
        text = f"{text[:at]}.{text[at:]}"
    elif kind == 2:  # 28 digits far behind the point
        text = "0." + "0" * rng.randint(0, 8) + digits(rng, rng.choice((5, 20, 27, 28)))
    elif kind == 3:  # on a half, or a hair beside it
        text = f"{rng.choice((0, 1, 2, 9, 1000))}.{rng.randrange(100):02}"
        text += rng.choice(("5", "5", "5", "4", "49999999999999999", "50000000000000000001", "995", "0049"))
    elif kind == 4:
        text = rng.choice(("0", "0.004", "0.005", "0.0049999", "0.995", "99.995", "999999999999999999999999.995"))
    elif kind == 5:  # what binary floats get wrong
        text = rng.choice(("1.005", "2.675", "1.115", "0.285", "8.345", "9007199254740993", "0.1", "0.3", "1.45"))
    elif kind == 6:
        text = rng.choice(("8", "3", "7", "100", "0.01", "1000", "10", "6", "1e3", "1e-20"))
    else:
        text = f"{rng.randrange(10 ** rng.randint(1, 6))}.{rng.randrange(10**4):04}"
        text = text[: rng.choice((4, 6, 12))].rstrip(".")
    return EXACT.multiply(Decimal(text), sign)


def related(rng, base):
    """A number whose change from `base` is worth calculating."""
    half = EXACT.multiply(rng.choice((1, -1)), rng.randrange(5, 3000, 10))  # thousandths that end on 5
    kind = rng.randrange(10)
    if kind == 0:
        made = base  # a zero change
    elif kind <= 3:  # pct exactly on a half, or a hair beside it
        made = EXACT.multiply(base, EXACT.add(1, half.scaleb(-5)))
        if kind == 3:
            made = EXACT.add(made, rng.choice((1, -1)) * Decimal(1).scaleb(rng.choice((-9, -12, -20))))
    elif kind <= 5:  # abs exactly on a half
        made = EXACT.add(base, half.scaleb(-3))
    elif kind == 6:
        made = EXACT.minus(base)
    elif kind == 7:
        made = Decimal(0)
    else:
        made = raw(rng)
    return made if fits(format(made, "f")) else raw(rng)


# --- text ----------------------------------------------------------------------------------------------------


def phrase(rng, lines=False):
    parts = [rng.choice(WORDS) for _ in range(rng.choice((1, 1, 2, 3, 6)))]
    seams = (" ", " ", "", "-") + (("\n", "\t", "\n\n") if lines or rng.random() < 0.05 else ())
    made = parts[0]
    for part in parts[1:]:
        made += rng.choice(seams) + part
    return made if made.strip() else made + "x"


def by_lang(rng, lines=False):
    return {"ru": phrase(rng, lines), "en": phrase(rng, lines)}


class Json:
    """Writes JSON in one of its many layouts."""

    def __init__(self, rng):
        self.rng = rng
        self.layout = rng.choice(("plain", "plain", "compact", "odd"))
        self.indent = rng.choice(("  ", "    ", "\t"))
        self.newline = rng.choice(("\n", "\n", "\r\n"))
        self.escaping = rng.choice((0, 0, 0.1, 1))

    def file(self, value):
        end = self.rng.choice(("", "\n")) if self.layout == "plain" else self.space()
        return self.space() + self.value(value, 0) + end

    def space(self):
        return "".join(self.rng.choices(" \t\n\r", k=self.rng.choice((0, 0, 1, 2)))) if self.layout == "odd" else ""

    def line(self, depth):
        return self.newline + self.indent * depth if self.layout == "plain" else self.space()

    def value(self, value, depth):
        if isinstance(value, str):
            return self.string(value)
        if isinstance(value, int):
            return str(value)
        if isinstance(value, list):
            items, ends = [self.value(v, depth + 1) for v in value], "[]"
        else:
            colon = ": " if self.layout == "plain" else ":"
            pairs = list(value.items())
            self.rng.shuffle(pairs)
            items = [f"{self.string(k)}{self.space()}{colon}{self.space()}{self.value(v, depth + 1)}" for k, v in pairs]
            ends = "{}"
        if not items:
            return ends[0] + self.space() + ends[1]
        inside = ",".join(self.line(depth + 1) + item + self.space() for item in items)
        return ends[0] + inside + self.line(depth) + ends[1]

    def string(self, value):
        return '"' + "".join(map(self.char, value)) + '"'

    def char(self, c):
        if self.rng.random() < self.escaping:
            if c == "/" or (c in '"\\' and self.rng.random() < 0.5):
                return "\\" + c
            units = c.encode("utf-16-be").hex()
            units = units.upper() if self.rng.random() < 0.5 else units
            return "".join(f"\\u{units[i:i + 4]}" for i in range(0, len(units), 4))
        return {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t"}.get(c, c)


def csv_file(rng, columns, rows, optional=()):
    """CSV bytes in one of its layouts; an optional column that is empty throughout may be left out."""
    columns = [c for c in columns if c not in optional or any(r[c] for r in rows) or rng.random() < 0.3]
    if rng.random() < 0.4:
        rng.shuffle(columns)
    quoting = rng.choice((0, 0, 0.2, 1))
    newline = rng.choice(("\n", "\n", "\r\n"))
    blanks = rng.choice((0, 0, 0, 0.2))

    def cell(value):
        if any(c in value for c in '",\r\n') or rng.random() < quoting:
            return '"' + value.replace('"', '""') + '"'
        return value

    made = [""] if rng.random() < blanks else []
    for values in [columns] + [[row[c] for c in columns] for row in rows]:
        made.append(",".join(map(cell, values)))
        while rng.random() < blanks:
            made.append("")
    end = newline if rng.random() < 0.8 else ""
    return (("\ufeff" if rng.random() < 0.2 else "") + newline.join(made) + end).encode()


# --- time ----------------------------------------------------------------------------------------------------


def stamp(rng, t, zone):
    """Seconds since 1970 as RFC 3339: usually under `zone`, sometimes under another, sometimes with a fraction."""
    fraction = rng.choice((".5", ".123456", ".999999999", ".0")) if rng.random() < 0.15 else ""
    if rng.random() < 0.3:
        zone = rng.choice(OFFSETS + ("Z", "Z", "Z", "-11:00", "+14:00"))
    wall = oracle.local(t, 0 if zone == "Z" else oracle.offset_seconds(zone))
    return wall.isoformat() + fraction + zone


# --- an indicator --------------------------------------------------------------------------------------------


class Series:
    """The rows of one indicator, in the making."""

    COLUMNS = ("date", "value", "published", "reported_change_pct", "unit", "period_type", "measure", "ref", "flag", "not_before")

    def __init__(self, rng, extra, definition, units, moment):
        self.rng, self.extra, self.definition, self.units = rng, extra, definition, units
        self.t, self.offset = moment
        self.frequency = definition.get("frequency")
        today = oracle.local(self.t, self.offset).date()
        self.embargoed = extra.choice((0, 0, 0.2, 1))
        self.marked = extra.choice((0, 0.3, 1))
        self.rows = []
        self.known = rng.choice((0, 0.8, 0.8, 1))  # how often `published` is
        self.reported = rng.choice((0, 0.5, 1))
        self.revised = rng.choice((0, 0, 0.1, 0.5))
        # Breaks: none, the same for all rows, one for the rows since some day, or anything anywhere.
        self.breaks = rng.choice(("none",) * 6 + ("all", "since", "since", "wild"))
        self.override = self.cells()
        self.since = date(1, 1, 1)
        kind = definition["periodType"]
        if self.breaks in ("all", "since") and self.override["period_type"]:
            kind = self.override["period_type"]
        day = self.at_end(self.current_day(kind, today))
        if self.breaks == "since":
            self.since = day - timedelta(days=rng.choice((0, 10, 200, 400)))
        self.fill(kind, day)

    def cells(self):
        def pick(values):
            return self.rng.choice(values) if self.rng.random() < 0.4 else ""

        types = oracle.FREQUENT_TYPES if self.frequency else oracle.TYPES
        return {"unit": pick(self.units), "period_type": pick(types), "measure": pick(oracle.MEASURES)}

    def at_end(self, day):
        """The last day of its quarter or year, where the series is of those."""
        if not self.frequency:
            return day
        step = oracle.FREQUENCIES[self.frequency]
        return month_end(day.year, (day.month + step - 1) // step * step)

    def written(self, day, monthly):
        """A date as the format allows it: by itself, or by what ends with it."""
        forms = [day.isoformat()] + [day.isoformat()[:7]] * (monthly or self.frequency is not None)
        if self.frequency:
            forms.append(f"{day.year:04}-Q{day.month // 3}")
        if self.frequency == "A":
            forms += [f"{day.year:04}"] * 2
        return self.extra.choice(forms) if self.frequency else forms[-1 if self.rng.random() < 0.4 else 0]

    def current_day(self, kind, today):
        rng, draw = self.rng, self.rng.random()
        if draw < 0.45:
            day = today - timedelta(days=rng.randint(-2, 60))
        else:
            year = rng.choice((1001, 1582, 1900, 2000, 2100, 9990)) if draw > 0.97 else rng.randint(1993, 2030)
            if rng.random() < 0.3:
                year = year // 4 * 4  # mostly leap
            day = nearest(year, *rng.choice(DAYS))
        return month_end(day.year, day.month) if kind in oracle.MONTH_TYPES else day

    def fill(self, kind, day):
        rng = self.rng
        base = raw(rng)
        now = related(rng, base)
        other = related(rng, now)
        mom, yoy = (base, other) if rng.random() < 0.5 else (other, base)
        if rng.random() < 0.1:
            mom = Decimal(0)
        if rng.random() < 0.1:
            yoy = Decimal(0)
        self.add(day, now)
        monthly = kind in oracle.MONTH_TYPES
        for back, value in ((1, mom), (12, yoy)):
            if rng.random() < 0.85:
                base_day = nearest(day.year, day.month - back, day.day)
                if monthly:
                    base_day = month_end(base_day.year, base_day.month)
                if monthly or base_day.day == day.day or rng.random() < 0.7:
                    self.add(base_day, value)
        for _ in range(rng.choice((0, 2, 5, 12))):  # decoys and history
            near = nearest(day.year, day.month - rng.choice((0, 1, 1, 2, 12, 12, 13, 11, 24)), day.day)
            other_day = near + timedelta(days=rng.choice((-1, 1, 0, -3, 30, -365)))
            if other_day < day or rng.random() < 0.02:
                self.add(self.at_end(other_day), raw(rng))

    def add(self, day, value):
        """A row and perhaps its revisions, unless the day is taken or is none that the series allows."""
        rng, defined = self.rng, self.definition["periodType"]
        if day.year < 1000 or any(r["day"] == day for r in self.rows):
            return
        if self.frequency and not oracle.ends_period(day, self.frequency):
            return
        unknown = rng.random() >= self.known
        revisions = rng.randint(2, 4) if rng.random() < self.revised else 1
        published = set()
        while len(published) < revisions - unknown:
            published.add((day + timedelta(days=rng.choice((0, 1, 10, 30, 31, 45, 400, -1)))).isoformat())
        rows = []
        for published in [""] * unknown + sorted(published):
            cells = dict.fromkeys(self.override, "")
            if self.breaks == "wild" and rng.random() < 0.3:
                cells = self.cells()
            elif self.breaks in ("all", "since") and day >= self.since:
                cells = self.override
            monthly = (cells["period_type"] or defined) in oracle.MONTH_TYPES
            if monthly and not is_month_end(day):
                if not cells["period_type"] and rng.random() < 0.7:
                    return
                cells, monthly = cells | {"period_type": rng.choice(("daily", "point_in_time", "unknown"))}, False
            reported = spell(rng, raw(rng)) if rng.random() < self.reported else ""
            origin = marks(self.extra, self.marked)
            rows.append({"day": day, "published": published, "reported_change_pct": reported, **cells, **origin})
            rows[-1]["date"] = self.written(day, monthly)
        for row in rows:  # the value meant for that day is the last revision's
            row["value"] = spell(rng, value if row is rows[-1] else raw(rng))
        self.rows += rows
        self.embargo(rows)

    def embargo(self, rows):
        """Puts rows of one date under embargo, where they can still be told apart."""
        names = [row["published"] for row in rows]  # by which rows of one date are told apart
        for number, row in enumerate(rows):
            row["not_before"] = ""
            if self.extra.random() >= self.embargoed:
                continue
            moment = self.t + self.extra.choice((-(10**7), -86400, -1, 0, 1, 1, 3600, 3600, 86400, 10**6))
            day = oracle.local(moment, self.offset).date().isoformat()
            published = row["published"] if row["published"] >= day and self.extra.random() < 0.8 else ""
            if (published or day) not in names[:number] + names[number + 1 :]:
                names[number] = published or day
                row["published"] = published or self.extra.choice(("", day))
                zone = self.extra.choice((self.offset, 0, 50400, -39600))
                row["not_before"] = oracle.timestamp(moment, zone)

    def file(self):
        self.rng.shuffle(self.rows)
        return csv_file(self.rng, list(self.COLUMNS), self.rows, self.COLUMNS[2:])


def marks(extra, chance):
    """Where a row's figure was taken, and what must be known of it."""
    flags = extra.sample(oracle.FLAGS, extra.choice((1, 1, 2, 7))) if extra.random() < chance else []
    ref = phrase(extra).replace("\n", " ").replace("\t", " ")[:200] if extra.random() < chance else ""
    if extra.random() < 0.3 and ref:
        ref = "https://example.org/?a=1&b=" + str(extra.randrange(100))
    return {"ref": ref if ref.strip() else "", "flag": " ".join(flags)}


def undated(rng, extra):
    """The series of unknown period and date: its only row."""
    row = dict.fromkeys(Series.COLUMNS, "") | {"value": spell(rng, raw(rng))} | marks(extra, 0.5)
    if rng.random() < 0.5:
        row["published"] = f"{rng.randint(1993, 2030)}-06-15"
    return csv_file(rng, list(Series.COLUMNS), [row], Series.COLUMNS[2:])


# --- a dataset -----------------------------------------------------------------------------------------------


def names(rng, stem, n):
    made = [stem + rng.choice(("", "-", "_")) + str(i) for i in range(n)]
    rng.shuffle(made)
    return made


def keys(rng, n):
    special = ["0", "data", "en", "a" * 64, "9-_", "m2", "usd", "catalog", "status", "a--b__c-", "1993-12"]
    return rng.sample(special + [f"k{i}" for i in range(n)], n)


def maybe(rng, chance, **members):
    return members if rng.random() < chance else {}


def declared(rng, verified):
    """A declared status member, or none."""
    odd = ("seed", "stale", "stale", "unknown", "Verified", "verified ", "fresh", "v\u0435rified")
    status = "verified" if rng.random() < verified else rng.choice(odd)
    return maybe(rng, 0.95, sourceStatus=status)


def plural(extra):
    return {
        "ru": {form: phrase(extra) for form in ("one", "few", "many", "other")},
        "en": {form: phrase(extra) for form in ("one", "other")},
    }


def unit_of(rng, extra):
    """A unit, now and then with what it may say beside its text."""
    sdmx = {"unitMeasure": extra.choice(("AZN", "PC", "IX", "a-b_1"))}
    sdmx |= maybe(extra, 0.5, unitMultiplier=extra.choice((0, 3, 6, 15)))
    return by_lang(rng) | maybe(extra, 0.4, plural=plural(extra)) | maybe(extra, 0.4, sdmx=sdmx)


def options_of_dataset(extra, listed):
    """What a dataset may say and no schema 1.0 body shows."""
    featured = extra.sample(listed, extra.randint(0, min(8, len(listed))))
    sdmx = {"agency": extra.choice(("AG", "AG.SUB-1")), "dataflow": "MACRO", "refArea": "AZ"}
    return (
        maybe(extra, 0.4, title=by_lang(extra))
        | maybe(extra, 0.4, description=by_lang(extra))
        | maybe(extra, 0.4, featured=featured)
        | maybe(extra, 0.4, sdmx=sdmx)
        | maybe(extra, 0.4, license={"name": by_lang(extra), "url": "https://example.org/terms"})
    )


def options_of_indicator(extra):
    """What an indicator may say and no schema 1.0 body shows, `chartWith` aside."""
    bounds = maybe(extra, 0.5, min="-5", max="1000000.5") | maybe(extra, 0.5, maxChangePct="0.5")
    code = maybe(extra, 0.5, nominal=extra.choice((1, 100, 4294967295))) | {"sourceCode": phrase(extra)}
    return (
        maybe(extra, 0.4, shortName=by_lang(extra))
        | maybe(extra, 0.4, decimals=extra.choice((0, 1, 4, 10)))
        | (code if extra.random() < 0.3 else {})
        | maybe(extra, 0.3 if bounds else 0, plausible=bounds)
    )


def draw_together(extra, definitions):
    """Names in some indicators others of the same unit and period type."""
    for key, own in definitions.items():
        same = [
            other
            for other, theirs in definitions.items()
            if other != key and (theirs["unit"], theirs["periodType"]) == (own["unit"], own["periodType"])
        ]
        if same and extra.random() < 0.5:
            own["chartWith"] = extra.sample(same, min(len(same), extra.randint(1, 4)))


def checks_of(rng, sources, t, zone):
    """Rows of checks.csv: last checks on both sides of their deadlines at `t`, unknown, failed, or absent."""
    checks = []
    for name, source in sources.items():
        limit = source.get("staleAfterHours", 48) * 3600
        ago = rng.choice((0, 60, limit, limit, limit - 1, limit + 1, limit // 2, limit // 2, limit * 3, -3600))
        if rng.random() < 0.85:
            checked = stamp(rng, t - ago, zone) if rng.random() < 0.85 else ""
            error = phrase(rng, lines=True) if rng.random() < 0.15 else ""
            checks.append({"source": name, "checked_at": checked, "error": error})
    rng.shuffle(checks)
    return checks


def period_of_release(extra, day):
    """A period that is published on a day: most often one that ended in the months before it, or none."""
    end = nearest(day.year, day.month - extra.choice((0, 1, 1, 2, 3, 12)), extra.choice((28, 31)))
    quarter = (end.month + 2) // 3
    return extra.choice(("", end.isoformat(), f"{end.year:04}-{end.month:02}", f"{end.year:04}-Q{quarter}", f"{end.year:04}"))


def releases_of(rng, extra, names, today):
    """Rows of calendar.csv: releases mostly around `today`."""
    dates = []
    has_periods = extra.random() < 0.5
    near = (-1, 0, 0, 1, 1, 2, 30, 31)
    if rng.random() < 0.4:  # reaching back: observations long past are overdue
        near += (-30, -2, -400)
    for name in names:
        for _ in range(rng.choice((0, 1, 3, 6))):
            day = today + timedelta(days=rng.choice(near))
            if rng.random() < 0.03:
                day = rng.choice((date(9999, 12, 31), date(1993, 1, 1)))
            if (name, day) not in dates:
                dates.append((name, day))
    rng.shuffle(dates)
    rows = []
    for name, day in dates:
        period = period_of_release(extra, day) if has_periods else ""
        rows.append({"release": name, "date": day.isoformat(), "period": period})
    return rows


def generate(seed, out, now=None):
    """Writes the dataset and returns the instants worth looking at."""
    rng = random.Random(seed)
    extra = random.Random(f"what a dataset may leave out, {seed}")
    zone = rng.choice(OFFSETS)
    offset = oracle.offset_seconds(zone)
    if now is None:
        moment = datetime.combine(nearest(rng.randint(1994, 2030), *rng.choice(DAYS)), datetime.min.time())
        t = (moment - oracle.EPOCH) // timedelta(seconds=1) + rng.choice((0, 1, 86399, rng.randrange(86400)))
    else:
        t = int(oracle.instant(now))
    today = oracle.local(t, offset).date()

    units = {name: unit_of(rng, extra) for name in names(rng, "unit", rng.randint(1, 4))}
    sources = {
        name: {"name": by_lang(rng)}
        | maybe(rng, 0.7, staleAfterHours=rng.choice((48, 48, 48, 1, 24, 36, 720, 20000)))
        | maybe(rng, 0.5, url=f"https://example.org/{name}?a=1&b=%20")
        for name in names(rng, "src", rng.randint(0, 3))
    }
    releases = names(rng, "release", rng.randint(1, 3))
    listed = keys(rng, rng.choice((1, 3, 6, 9)))
    status = declared(rng, 0.8)

    files, used, definitions = {}, [], {}
    own_status = rng.choice((0, 0.2, 0.4, 1))
    for key in listed:
        definition = {
            "name": by_lang(rng),
            "unit": rng.choice(list(units)),
            "periodType": rng.choice(oracle.TYPES),
            **maybe(rng, 0.5, measure=rng.choice(oracle.MEASURES)),
            **maybe(rng, 0.7 if sources else 0, source=rng.choice(list(sources) or [""])),
            **maybe(rng, 0.6, release=rng.choice(releases)),
            **maybe(rng, 0.5, notes=by_lang(rng, lines=True)),
            **(declared(rng, 0.75) if rng.random() < own_status else {}),
        }
        if definition["periodType"] in oracle.FREQUENT_TYPES:
            definition |= maybe(extra, 0.5, frequency=extra.choice(list(oracle.FREQUENCIES)))
        used += [definition["release"]] if "release" in definition else []
        series = None
        if definition["periodType"] != "unknown" or rng.random() < 0.6:
            series = Series(rng, extra, definition, list(units), (t, offset))
        definitions[key] = definition | options_of_indicator(extra)
        files[f"indicators/{key}.csv"] = series.file() if series else undated(rng, extra)
    draw_together(extra, definitions)
    for key, definition in definitions.items():
        files[f"indicators/{key}.json"] = Json(rng).file(definition).encode()

    categories, rest = [], list(listed)
    while rest:
        n = rng.randint(1, len(rest))
        categories.append({"id": f"cat{len(categories)}", "name": by_lang(rng), "indicators": rest[:n]})
        rest = rest[n:]
    rng.shuffle(categories)
    main = {
        "format": 1,
        "version": rng.choice(("1", "2026-11-20.1", "A_z." + "9" * 60)),
        "asOf": stamp(rng, t - rng.randrange(10**6), zone),
        "utcOffset": zone,
        **status,
        "units": units,
        "sources": sources,
        "categories": categories,
        **options_of_dataset(extra, listed),
    }
    files["dataset.json"] = Json(rng).file(main).encode()

    checks = checks_of(rng, sources, t, zone)
    if checks or rng.random() < 0.3:
        files["checks.csv"] = csv_file(rng, ["source", "checked_at", "error"], checks)
    releases = releases_of(rng, extra, sorted(set(used)), today)
    if releases or rng.random() < 0.3:
        files["calendar.csv"] = csv_file(rng, ["release", "date", "period"], releases, ["period"])

    ignored = (".hidden", "indicators/.m9.csv.swp", "foo~", "indicators/x.bak", "~$checks.csv", "indicators/y.json.swp")
    for name in ignored:
        if rng.random() < 0.15:
            files[name] = b"not a part of it \xff"

    out = Path(out)
    (out / "indicators").mkdir(parents=True)
    for name, content in files.items():
        if rng.random() < 0.01:  # a link that stays inside, to a file that is ignored
            real = (out / name).with_name(f".real-{Path(name).name}")
            real.write_bytes(content)
            (out / name).symlink_to(real.name)
        else:
            (out / name).write_bytes(content)
    return instants(rng, oracle.load(out), t, zone)


def instants(rng, dataset, t, zone):
    """Around a deadline of a check and of a release, and one at random, as RFC 3339."""
    live = [i for i in dataset.indicators if i.declared == "verified"] or dataset.indicators
    watched = [i.source for i in live if i.source and i.source.checked is not None and i.source.hours]
    checks = [int(source.checked // 1) + source.hours * 3600 for source in watched]
    days = [day for i in live if (day := oracle.expected_next(i)) and day.year < 9999]
    embargoes = [int(r.not_before) for i in dataset.indicators for r in i.revisions if r.not_before is not None]
    found = []
    if embargoes:
        found.append(rng.choice(sorted(embargoes)))
    if checks:
        found.append(rng.choice(checks))
    if days:
        midnight = datetime.combine(rng.choice(days) + timedelta(days=1), datetime.min.time())
        found.append((midnight - oracle.EPOCH) // timedelta(seconds=1) - dataset.offset)
    moments = [t] + [moment + step for moment in found for step in (-1, 0, 1)] + [t + rng.randint(-(10**7), 10**7)]
    written = []
    for moment in moments:
        at = zone if rng.random() < 0.8 else rng.choice(("Z", "+14:00", "-11:00"))
        written.append(oracle.local(moment, 0 if at == "Z" else oracle.offset_seconds(at)).isoformat() + at)
    return written


def main():
    parser = argparse.ArgumentParser(description="write a random valid dataset directory")
    parser.add_argument("seed", type=int)
    parser.add_argument("out", type=Path)
    parser.add_argument("--now", help="the instant around which checks and releases lie, RFC 3339")
    args = parser.parse_args()
    lines = generate(args.seed, args.out, args.now)
    args.out.with_name(args.out.name + ".at").write_text("".join(line + "\n" for line in lines))


if __name__ == "__main__":
    main()
