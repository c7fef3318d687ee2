#!/usr/bin/env python3
"""Reference implementation of the schema 1.0 bodies, histories and vintages, from the specification and the decisions alone.

    python3 oracle.py DATASET --at 2026-11-20T09:00:00+04:00 --out OUT

Reads a valid dataset directory and writes, for that instant, every pretty body to the path it has in the URL
space (OUT/data.json, OUT/data/KEY.json, OUT/data/KEY/history.json and vintages.json, and the same under OUT/en), the
tables beside them (OUT/data.csv, OUT/data/KEY/vintages.csv), and the compact form of each body with `.compact` appended.
Beside that it has the facts of `latest.json`, `calendar.json` and `feed.atom`, whose texts are the service's own. It shares no
code with the service: bodies that agree were understood twice.

It is slow and plain on purpose. Every number is a Fraction, so nothing is rounded but where the rules round.
It does not report mistakes in a dataset; asserts stop it where one would change a body.
"""

import argparse
import calendar
import csv
import io
import json
import re
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from fractions import Fraction
from math import floor
from pathlib import Path

LANGS = ("ru", "en")
STATUSES = ("verified", "stale", "seed", "unknown")  # from the most to the least trustworthy
MONTH_TYPES = ("month_end", "monthly", "year_to_date", "year_to_date_average")  # dated by the month
FREQUENCIES = {"Q": 3, "A": 12}  # months from one observation to the next
FREQUENT_TYPES = ("month_end", "point_in_time", "year_to_date", "year_to_date_average")  # may be of quarters and years
TYPES = MONTH_TYPES + ("daily", "point_in_time", "effective_from", "unknown")
MEASURES = ("amount", "rate", "growth", "index", "balance")
FLAGS = ("provisional", "estimated", "rounded", "computed", "inferred", "disputed", "unofficial", "gap")
NOTHING = {"abs": None, "pct": None}

# --- words ---------------------------------------------------------------------------------------------------

CAPTIONS = {
    "month_end": ("На конец месяца", "Month-end"),
    "monthly": ("За месяц", "Month"),
    "year_to_date": ("С начала года", "Year to date"),
    "year_to_date_average": ("В среднем с начала года", "Year-to-date average"),
    "daily": ("За день", "Daily"),
    "point_in_time": ("По состоянию на дату", "As of"),
    "effective_from": ("Действует с", "Effective from"),
    "unknown": ("Период не определён", "Period unknown"),
}
ENGLISH = "January February March April May June July August September October November December".split()
RUSSIAN = "январь февраль март апрель май июнь июль август сентябрь октябрь ноябрь декабрь".split()
RUSSIAN_OF = "января февраля марта апреля мая июня июля августа сентября октября ноября декабря".split()


def label(kind, day, lang):
    """`<caption> · <date>`, section 5 of the decisions."""
    if day is None:
        when = "дата неизвестна" if lang == "ru" else "date unknown"
    elif kind in ("monthly", "year_to_date", "year_to_date_average"):
        names = RUSSIAN if lang == "ru" else ENGLISH
        when = f"{names[day.month - 1]} {day.year}"
        if kind != "monthly" and day.month > 1:
            when = f"{names[0]}\u2013{when}"
    else:
        names = RUSSIAN_OF if lang == "ru" else ENGLISH
        when = f"{day.day} {names[day.month - 1]} {day.year}"
    return f"{CAPTIONS[kind][LANGS.index(lang)]} \u00b7 {when}"


# --- numbers -------------------------------------------------------------------------------------------------


class Number(str):
    """A JSON number, by its text."""


def number(text):
    assert re.fullmatch(r"-?[0-9]+(\.[0-9]+)?", text), text
    digits = text.replace("-", "").replace(".", "").lstrip("0")
    assert len(digits) <= 28, f"more than 28 significant digits: {text}"
    return Fraction(text)


def plain(x):
    """The shortest plain decimal of a finite one: no exponent, no trailing zero or point, no -0."""
    places = 0
    while (x * 10**places).denominator != 1:
        places += 1
    digits = str(abs(int(x * 10**places))).rjust(places + 1, "0")
    whole, rest = digits[: len(digits) - places], digits[len(digits) - places :]
    return Number(("-" if x < 0 else "") + whole + ("." + rest if rest else ""))


def rounded(x):
    """To two decimals, half away from zero."""
    hundredths = floor(abs(x) * 100 + Fraction(1, 2))
    return plain(Fraction(hundredths if x >= 0 else -hundredths, 100))


# --- time ----------------------------------------------------------------------------------------------------

EPOCH = datetime(1970, 1, 1)


def offset_seconds(text):
    sign, hours, minutes = re.fullmatch(r"([+-])(\d\d):(\d\d)", text).groups()
    return (int(hours) * 3600 + int(minutes) * 60) * (-1 if sign == "-" else 1)


def instant(text):
    """RFC 3339 to seconds since 1970, exactly: a Fraction."""
    stamp, fraction, zone = re.fullmatch(r"(.{10}[Tt].{8})(\.\d+)?([Zz]|[+-]\d\d:\d\d)", text).groups()
    local = datetime.strptime(stamp.upper(), "%Y-%m-%dT%H:%M:%S")
    seconds = (local - EPOCH) // timedelta(seconds=1) - (0 if zone in "Zz" else offset_seconds(zone))
    return seconds + Fraction("0" + (fraction or ""))


def local(t, offset):
    """The wall clock of an instant under an offset in seconds, the fraction of a second cut off."""
    return EPOCH + timedelta(seconds=floor(t) + offset)


def timestamp(t, offset):
    sign, minutes = "-" if offset < 0 else "+", abs(offset) // 60
    return f"{local(t, offset).isoformat()}{sign}{minutes // 60:02}:{minutes % 60:02}"


def month_before(day):
    """(year, month) of the previous calendar month."""
    return (day.year - 1, 12) if day.month == 1 else (day.year, day.month - 1)


def ends_period(day, frequency):
    """Whether a quarter or a year ends on this day."""
    return day.month % FREQUENCIES[frequency] == 0 and day.day == calendar.monthrange(day.year, day.month)[1]


def written_day(text, kind, frequency):
    """The date of a row, as it may be written where its period is a month, a quarter or a year."""
    months = {"Q1": 3, "Q2": 6, "Q3": 9, "Q4": 12}
    if not text:
        return None
    month_dated = kind in MONTH_TYPES or frequency is not None
    if re.fullmatch(r"\d{4}-Q[1-4]", text) and frequency:
        year, month = int(text[:4]), months[text[5:]]
    elif re.fullmatch(r"\d{4}", text) and frequency == "A":
        year, month = int(text), 12
    elif re.fullmatch(r"\d{4}-\d\d", text) and month_dated:
        year, month = map(int, text.split("-"))
    else:
        day = day_or_none(text)
        year, month = day.year, day.month
        assert not month_dated or day.day == calendar.monthrange(year, month)[1], text
        return period_end(day, frequency)
    return period_end(date(year, month, calendar.monthrange(year, month)[1]), frequency)


def period_end(day, frequency):
    assert frequency is None or ends_period(day, frequency), day
    return day


def calendar_period_end(text):
    """The last day of the month, quarter, year or day of a calendar's cell; None for an empty one."""
    if not text:
        return None
    if re.fullmatch(r"\d{4}-\d\d-\d\d", text):
        return date.fromisoformat(text)
    year, _, part = text.partition("-")
    month = int(part[1:]) * 3 if part.startswith("Q") else int(part or 12)
    return date(int(year), month, calendar.monthrange(int(year), month)[1])


def exact_day(year, month, day):
    """That day, or None where the calendar has none."""
    try:
        return date(year, month, day)
    except ValueError:
        return None


# --- the dataset ---------------------------------------------------------------------------------------------


@dataclass
class Row:
    """One observation; unit, kind and measure are its own or its indicator's."""

    date: date | None
    value: Fraction
    published: date | None
    reported: Fraction | None
    unit: str
    kind: str
    measure: str
    ref: str
    flags: list  # in the order of FLAGS
    not_before: Fraction | None  # until then nobody sees it


@dataclass
class Source:
    name: dict
    hours: int | None  # staleAfterHours
    checked: Fraction | None  # the last successful check
    failed: bool  # a later check failed


@dataclass
class Indicator:
    key: str
    name: dict
    short_name: dict | None
    category: dict
    unit: str
    kind: str
    measure: str
    frequency: str | None  # Q or A
    declared: str  # status
    source: Source | None
    releases: list  # dates of its release calendar, each with the end of its period or None
    notes: dict | None
    release: str | None  # its name in the calendar
    rows: list  # by date, the latest revision of each
    revisions: list  # everything that was ever published, by date, then by publication


@dataclass
class Dataset:
    as_of: Fraction
    offset: int
    declared: str
    units: dict
    indicators: list  # in the order of `metrics`
    license: dict | None


def read_json(path):
    return json.loads(path.read_text(encoding="utf-8"))


def read_csv(path):
    """Rows as dicts by column; a missing file has none."""
    if not path.exists():
        return []
    text = path.read_bytes().decode("utf-8-sig")
    lines = [line for line in csv.reader(io.StringIO(text, newline=""), strict=True) if line]
    header, *rest = lines
    assert len(set(header)) == len(header) and all(len(line) == len(header) for line in rest), path
    return [dict(zip(header, line)) for line in rest]


def day_or_none(text):
    if not text:
        return None
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", text), text
    return date.fromisoformat(text)


def texts(by_lang):
    """Checks a localised text."""
    assert sorted(by_lang) == ["en", "ru"], by_lang
    for text in by_lang.values():
        assert text and not re.search(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]", text), text
    return by_lang


def status_of(text):
    return text if text in STATUSES else "unknown"


def load_rows(path, definition, units, offset):
    def row(cells):
        kind = cells.get("period_type") or definition["periodType"]
        unit = cells.get("unit") or definition["unit"]
        measure = cells.get("measure") or definition.get("measure", "amount")
        assert kind in TYPES and unit in units and measure in MEASURES, (path, cells)
        frequency = definition.get("frequency")
        assert frequency is None or kind in FREQUENT_TYPES, (path, cells)
        day = written_day(cells["date"], kind, frequency)
        reported = cells.get("reported_change_pct")
        flags = cells.get("flag", "").split(" ") if cells.get("flag") else []
        assert set(flags) <= set(FLAGS) and len(set(flags)) == len(flags), (path, cells)
        assert len(cells.get("ref", "")) <= 200, (path, cells)
        embargo = instant(cells["not_before"]) if cells.get("not_before") else None
        published = day_or_none(cells.get("published"))
        if embargo is not None:
            # Published when the embargo ends, and never before.
            assert embargo.denominator == 1, (path, cells)
            assert published is None or published >= local(embargo, offset).date(), (path, cells)
            published = published or local(embargo, offset).date()
        return Row(
            date=day,
            value=number(cells["value"]),
            published=published,
            reported=number(reported) if reported else None,
            unit=unit,
            kind=kind,
            measure=measure,
            ref=cells.get("ref", ""),
            flags=sorted(flags, key=FLAGS.index),
            not_before=embargo,
        )

    rows = [row(cells) for cells in read_csv(path)]
    assert rows, path
    if any(r.date is None for r in rows):
        assert len(rows) == 1 and definition["periodType"] == "unknown", path
        return rows
    # Revisions: an unknown `published` sorts before every known one, and the last of each date stays.
    rows.sort(key=lambda r: (r.date, r.published or date.min))
    names = [(r.date, r.published) for r in rows]
    assert len(set(names)) == len(names), f"{path}: revisions that cannot be told apart"
    return rows


def load(directory):
    directory = Path(directory)
    main = read_json(directory / "dataset.json")
    assert main["format"] == 1
    units = {name: texts({lang: unit[lang] for lang in LANGS}) for name, unit in main["units"].items()}
    sources = {
        name: Source(texts(s["name"]), s.get("staleAfterHours"), None, False) for name, s in main["sources"].items()
    }
    checks = read_csv(directory / "checks.csv")
    assert len({c["source"] for c in checks}) == len(checks)
    for check in checks:
        source = sources[check["source"]]
        source.checked = instant(check["checked_at"]) if check["checked_at"] else None
        source.failed = bool(check["error"])
    releases = {}
    for entry in read_csv(directory / "calendar.csv"):
        dated = day_or_none(entry["date"]), calendar_period_end(entry.get("period", ""))
        releases.setdefault(entry["release"], []).append(dated)
    declared = status_of(main.get("sourceStatus"))

    indicators, named = [], set()
    for category, key in [(category, key) for category in main["categories"] for key in category["indicators"]]:
        assert re.fullmatch(r"[a-z0-9][a-z0-9_-]{0,63}", key), key
        definition = read_json(directory / "indicators" / f"{key}.json")
        texts(definition["name"])
        named.add(definition.get("release"))
        offset = offset_seconds(main["utcOffset"])
        revisions = load_rows(directory / "indicators" / f"{key}.csv", definition, units, offset)
        indicators.append(
            Indicator(
                key=key,
                name=definition["name"],
                short_name=definition.get("shortName"),
                category=category["name"],
                unit=definition["unit"],
                kind=definition["periodType"],
                measure=definition.get("measure", "amount"),
                frequency=definition.get("frequency"),
                declared=status_of(definition["sourceStatus"]) if "sourceStatus" in definition else declared,
                source=sources[definition["source"]] if "source" in definition else None,
                releases=releases.get(definition.get("release"), []),
                notes=texts(definition["notes"]) if "notes" in definition else None,
                release=definition.get("release"),
                rows=latest(revisions),
                revisions=revisions,
            )
        )
    assert len({i.key for i in indicators}) == len(indicators) and set(releases) <= named
    license = main["license"]["name"] if "license" in main else None
    return Dataset(instant(main["asOf"]), offset_seconds(main["utcOffset"]), declared, units, indicators, license)


def latest(revisions):
    """Of the revisions of each date, which are in order, the last."""
    return list({r.date: r for r in revisions}.values())


def public(dataset, t):
    """The dataset without the rows that are under embargo at an instant; an indicator without rows is none."""
    indicators, come = [], [dataset.as_of]
    for indicator in dataset.indicators:
        revisions = [r for r in indicator.revisions if r.not_before is None or r.not_before <= t]
        come += [r.not_before for r in revisions if r.not_before is not None]
        if revisions:
            indicators.append(replace(indicator, rows=latest(revisions), revisions=revisions))
    return replace(dataset, as_of=max(come), indicators=indicators)


# --- the rules -----------------------------------------------------------------------------------------------


def current(indicator):
    return indicator.rows[-1]


def concerns(indicator, end):
    """Whether a period of the series may end on the day with which the period of a release ends."""
    if end is None or (indicator.frequency is None and indicator.kind not in MONTH_TYPES):
        return True
    if indicator.frequency:
        return ends_period(end, indicator.frequency)
    return end.day == calendar.monthrange(end.year, end.month)[1]


def expected_next(indicator):
    """The first release that the current observation does not meet."""
    row = current(indicator)
    known = row.published or row.date
    if not known:
        return None
    # A date with a period is met by an observation of that period or a later one.
    missing = [day for day, end in indicator.releases if end and concerns(indicator, end) and (not row.date or row.date < end)]
    days = sorted({day for day, end in indicator.releases if end is None})
    coming = [day for day in days if day > known]
    if coming:
        if row.published:
            early = (coming[0] - row.published).days
            before = [day for day in days if day <= known]
            is_met = early <= 5 and (not before or 2 * early <= (coming[0] - before[-1]).days)
        else:
            is_met = row.kind not in ("daily", "effective_from")
        coming = coming[1:] if is_met else coming
    return min(missing + coming, default=None)


def source_status(indicator, t, offset):
    if indicator.declared != "verified":
        return indicator.declared
    source, expected = indicator.source, expected_next(indicator)
    if source and source.failed:
        return "stale"
    # A source without staleAfterHours has no deadline to miss, so it may also be one that was never checked.
    if source and source.hours is not None and (source.checked is None or t - source.checked > source.hours * 3600):
        return "stale"
    if expected and local(t, offset).date() > expected:
        return "stale"
    return "verified"


def latest_in_month(rows, year, month):
    found = [r for r in rows if (r.date.year, r.date.month) == (year, month)]
    return found[-1] if found else None


def bases(indicator, row):
    """The rows that one is measured against: (mom, yoy), None where there is nothing to look for."""
    rows = indicator.rows
    if row.date is None or row.kind in ("effective_from", "unknown"):
        return None, None
    day = row.date
    if row.kind in MONTH_TYPES:
        mom = latest_in_month(rows, *month_before(day)) if row.kind in ("month_end", "monthly") else None
        return mom, latest_in_month(rows, day.year - 1, day.month)
    by_day = {r.date: r for r in rows}
    wanted = exact_day(*month_before(day), day.day), exact_day(day.year - 1, day.month, day.day)
    return tuple(by_day[w] if w in by_day else None for w in wanted)


def difference(row, base):
    if base is None or (row.unit, row.kind, row.measure) != (base.unit, base.kind, base.measure):
        return NOTHING
    gap = row.value - base.value
    return {"abs": rounded(gap), "pct": rounded(gap / base.value * 100) if base.value else None}


def period_date(indicator):
    """The date of the newest row; of a rate the day since which it has that value."""
    rows = indicator.rows
    place = len(rows) - 1
    while rows[place].kind == "effective_from" and place > 0:
        row, former = rows[place], rows[place - 1]
        if alike(row) != alike(former) or row.value != former.value or "gap" in (former.flags or ()):
            break
        place -= 1
    return rows[place].date


def alike(row):
    return row.unit, row.kind, row.measure


def indicator_body(dataset, indicator, t, lang):
    row, source = current(indicator), indicator.source
    status = source_status(indicator, t, dataset.offset)
    mom, yoy = bases(indicator, row) if status in ("verified", "stale") else (None, None)
    expected = expected_next(indicator)
    body = {
        "schemaVersion": "1.0",
        "key": indicator.key,
        "value": rounded(row.value),
        "valueRaw": plain(row.value),
        "unit": dataset.units[row.unit][lang],
        "period": {
            "label": label(row.kind, period_date(indicator), lang),
            "type": row.kind,
            "date": iso(period_date(indicator)),
        },
        "change": {"mom": difference(row, mom), "yoy": difference(row, yoy)},
    }
    known = {
        "reportedChangePct": plain(row.reported) if row.reported is not None else None,
        "sourceStatus": status,
        "source": source and source.name[lang],
        "notes": indicator.notes and indicator.notes[lang],
        "checkedAt": timestamp(source.checked, dataset.offset) if source and source.checked is not None else None,
        "publicationDate": row.published and row.published.isoformat(),
        "expectedNextPublication": expected and expected.isoformat(),
    }
    return body | {name: value for name, value in known.items() if value is not None}


def in_force(indicator, t, offset):
    """The rate in force at an instant and the day since which it has not changed; None where no rate is in force."""
    today = local(t, offset).date()
    rows = list(indicator.rows)
    while rows and rows[-1].kind == "effective_from" and rows[-1].date > today:
        rows.pop()
    if not rows or rows[-1].kind != "effective_from":
        return None
    return {"date": iso(period_date(replace(indicator, rows=rows))), "valueRaw": plain(rows[-1].value)}


def latest_facts(dataset, indicator, t):
    """The facts of `latest.json`: the newest figure, the one before it, and the rate in force."""
    def fact(row):
        return {"date": iso(row.date), "valueRaw": plain(row.value)}

    previous = fact(indicator.rows[-2]) if len(indicator.rows) > 1 else None
    return {"current": fact(current(indicator)), "previous": previous, "inForce": in_force(indicator, t, dataset.offset)}


def feed_entries(dataset):
    """(day of publication, key, date) of every figure for `feed.atom` of a directory, daily series left out."""
    found = []
    for one in dataset.indicators:
        if frequency_member(one) != {"frequency": "D"}:
            found += [(iso(row.published), one.key, iso(row.date) or "undated") for row in one.revisions if row.published]
    return found


def calendar_dates(dataset, lang):
    """The dates of `calendar.json` that concern an indicator, each with its indicators in any order."""
    found = {}
    for one in dataset.indicators:
        for day in {day for day, end in one.releases if concerns(one, end)}:
            entry = {"key": one.key, "name": one.name[lang], "release": one.release}
            found.setdefault(iso(day), []).append(entry)
    return found


def collection_body(dataset, t, lang):
    metrics = [indicator_body(dataset, i, t, lang) for i in dataset.indicators]
    return {
        "schemaVersion": "1.0",
        "asOf": timestamp(dataset.as_of, dataset.offset),
        "sourceStatus": max([dataset.declared] + [m["sourceStatus"] for m in metrics], key=STATUSES.index),
        "metrics": metrics,
    }


def iso(day):
    return day and day.isoformat()


def series_body(dataset, indicator, lang, **members):
    """What a history and vintages begin with, and their rows."""
    return {
        "schemaVersion": "1.0",
        "key": indicator.key,
        "name": indicator.name[lang],
        "unit": dataset.units[indicator.unit][lang],
        "periodType": indicator.kind,
        **frequency_member(indicator),
        **members,
    }


def frequency_member(indicator):
    """D, M, Q or A, where a series has a rhythm."""
    usual = "D" if indicator.kind == "daily" else "M" if indicator.kind in MONTH_TYPES else None
    code = indicator.frequency or usual
    return {"frequency": code} if code else {}


# --- Changes of every observation ----------------------------------------------------------------------------


def exact_change(row, base):
    """As `difference`, with all digits of the difference."""
    found = difference(row, base)
    return found if found["abs"] is None else {"abs": plain(row.value - base.value), "pct": found["pct"]}


def implied(indicator, row):
    """What totals since January and levels of quarters imply, by name; None where a term is missing."""
    def before(months):
        """The row so many calendar months before, if it may be calculated with."""
        count = row.date.year * 12 + row.date.month - 1 - months
        found = latest_in_month(indicator.rows, count // 12, count % 12 + 1)
        same = found and (found.unit, found.kind, found.measure) == (row.unit, row.kind, row.measure)
        return found if same and "gap" not in found.flags else None

    def total(added, subtracted):
        terms = added + subtracted
        return plain(sum(r.value for r in added) - sum(r.value for r in subtracted)) if all(terms) else None

    quarterly = indicator.frequency == "Q"
    if quarterly and row.kind in ("month_end", "point_in_time"):
        base = before(3)
        gap = base and row.value - base.value
        pct = rounded(gap / base.value * 100) if base and base.value else None
        return {"qoq": {"abs": plain(gap) if base else None, "pct": pct}}
    if row.kind != "year_to_date" or row.measure not in ("amount", "balance") or indicator.frequency == "A":
        return {}
    step, names = (3, ("quarter", "last4")) if quarterly else (1, ("month", "last12"))
    month = row.date.month
    single = total([row], [] if month == step else [before(step)])
    whole = total([row], []) if month == 12 else total([row, before(month)], [before(12)])
    return dict(zip(names, (single, whole)))


def changes(indicator, t, offset):
    """(row, mom, yoy, implied figures) of every observation."""
    calculated = source_status(indicator, t, offset) in ("verified", "stale")
    for row in indicator.rows:
        mom, yoy = bases(indicator, row) if calculated else (None, None)
        yield row, exact_change(row, mom), exact_change(row, yoy), implied(indicator, row) if row.date else {}


def other_kind(dataset, indicator, row, lang):
    """What of unit, period type and measure is not that of the series."""
    own = {
        "unit": dataset.units[row.unit][lang] if row.unit != indicator.unit else None,
        "periodType": row.kind if row.kind != indicator.kind else None,
        "measure": row.measure if row.measure != indicator.measure else None,
    }
    return {name: value for name, value in own.items() if value}


def changes_body(dataset, indicator, t, lang):
    rows = [
        {"date": iso(row.date), "valueRaw": plain(row.value), "mom": mom, "yoy": yoy, **figures}
        | other_kind(dataset, indicator, row, lang)
        for row, mom, yoy, figures in changes(indicator, t, dataset.offset)
    ]
    return series_body(dataset, indicator, lang, changes=rows)


def kind_cells(dataset, row, lang):
    unit = dataset.units[row.unit][lang]
    if any(c in unit for c in ',"\r\n'):
        unit = '"' + unit.replace('"', '""') + '"'
    return [unit, row.unit, row.kind, row.measure]


KIND_COLUMNS = ",unit,unit_code,period_type,measure"


def changes_table(dataset, indicator, t, lang):
    names = ("month", "last12", "quarter", "last4")
    lines = ["date,value,mom_abs,mom_pct,yoy_abs,yoy_pct," + ",".join(names) + ",qoq_abs,qoq_pct" + KIND_COLUMNS]
    for row, mom, yoy, figures in changes(indicator, t, dataset.offset):
        qoq = figures.get("qoq", {})
        cells = [iso(row.date), plain(row.value), mom["abs"], mom["pct"], yoy["abs"], yoy["pct"]]
        cells += [figures.get(name) for name in names] + [qoq.get("abs"), qoq.get("pct")]
        cells += kind_cells(dataset, row, lang)
        lines.append(",".join("" if cell is None else str(cell) for cell in cells))
    return "".join(line + "\r\n" for line in lines).encode()


def history_body(dataset, indicator, lang):
    def observation(row):
        own = {"published": iso(row.published), **other_kind(dataset, indicator, row, lang)}
        own |= {"ref": row.ref, "flags": row.flags}
        found = {name: value for name, value in own.items() if value}
        return {"date": iso(row.date), "valueRaw": plain(row.value), **found}

    return series_body(dataset, indicator, lang, observations=[observation(row) for row in indicator.rows])


CATALOG_COLUMNS = (
    "key,name,short_name,category,unit,unit_code,measure,period_type,frequency,"
    "source,first_date,last_date,observations,source_status,license"
)


def catalog_table(dataset, t, lang):
    def named(text):
        return text[lang] if text else ""

    file = io.StringIO(newline="")
    table = csv.writer(file, lineterminator="\r\n")
    table.writerow(CATALOG_COLUMNS.split(","))
    for one in dataset.indicators:
        words = [one.key, named(one.name), named(one.short_name), named(one.category)]
        kind = [named(dataset.units[one.unit]), one.unit, one.measure, one.kind]
        kind.append(frequency_member(one).get("frequency", ""))
        rows = [iso(one.rows[0].date), iso(one.rows[-1].date), len(one.rows)]
        status = source_status(one, t, dataset.offset)
        table.writerow(words + kind + [named(one.source and one.source.name)] + rows + [status, named(dataset.license)])
    return file.getvalue().encode()


PRESENT_COLUMNS = (
    "key,name,category,value,value_raw,unit,period_type,period_label,period_date,mom_abs,mom_pct,yoy_abs,yoy_pct,"
    "reported_change_pct,source_status,source,notes,checked_at,publication_date,expected_next_publication,frequency,flag"
)


def present_table(dataset, t, lang):
    """The figures of the bodies of schema 1.0, a row for each indicator."""
    file = io.StringIO(newline="")
    table = csv.writer(file, lineterminator="\r\n")
    table.writerow(PRESENT_COLUMNS.split(","))
    for one in dataset.indicators:
        body = indicator_body(dataset, one, t, lang)
        period, mom, yoy = body["period"], body["change"]["mom"], body["change"]["yoy"]
        cells = [one.key, one.name[lang], one.category[lang], body["value"], body["valueRaw"], body["unit"]]
        cells += [period["type"], period["label"], period["date"], mom["abs"], mom["pct"], yoy["abs"], yoy["pct"]]
        names = "reportedChangePct sourceStatus source notes checkedAt publicationDate expectedNextPublication"
        cells += [body.get(name) for name in names.split()]
        cells += [frequency_member(one).get("frequency"), " ".join(current(one).flags)]
        table.writerow(cells)
    return file.getvalue().encode()


def vintages(indicator):
    """(row, end, status) of everything that was ever published; the end is the day from which it no longer counts."""
    found = []
    for i, row in enumerate(indicator.revisions):
        following = indicator.revisions[i + 1 : i + 2]
        revised = bool(following) and following[0].date == row.date
        end = following[0].published if revised else None
        found.append((row, end, "revised" if revised else "current"))
    return found


def vintages_body(dataset, indicator, lang):
    def vintage(row, end, status):
        known = {"realtimeStart": iso(row.published), "realtimeEnd": iso(end)}
        found = {name: value for name, value in known.items() if value}
        return {"date": iso(row.date), "valueRaw": plain(row.value), **found, "status": status} | other_kind(
            dataset, indicator, row, lang
        )

    return series_body(dataset, indicator, lang, vintages=[vintage(*one) for one in vintages(indicator)])


def vintages_table(dataset, indicator, lang):
    lines = ["date,value,realtime_start,realtime_end,status" + KIND_COLUMNS]
    for row, end, status in vintages(indicator):
        cells = (iso(row.date), plain(row.value), iso(row.published), iso(end), status, *kind_cells(dataset, row, lang))
        lines.append(",".join(cell or "" for cell in cells))
    return "".join(line + "\r\n" for line in lines).encode()  # as RFC 4180 has it


def unknown_key_body(lang):
    error = "Неизвестный показатель" if lang == "ru" else "Unknown indicator"
    return {"schemaVersion": "1.0", "error": error, "code": "unknown_key"}


# --- JSON text -----------------------------------------------------------------------------------------------


def compact(value):
    if isinstance(value, dict):
        return "{" + ",".join(f"{compact(k)}:{compact(v)}" for k, v in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(compact, value)) + "]"
    if isinstance(value, Number):
        return str(value)
    return json.dumps(value, ensure_ascii=False)  # a string or null


def pretty(value, indent="\n"):
    """With a two-space indent; the caller adds the newline at the end."""
    deeper = indent + "  "
    if isinstance(value, dict):
        return "{" + ",".join(f"{deeper}{compact(k)}: {pretty(v, deeper)}" for k, v in value.items()) + indent + "}"
    if isinstance(value, list) and value:
        return "[" + ",".join(deeper + pretty(v, deeper) for v in value) + indent + "]"
    return compact(value)


def forms(body):
    """(pretty bytes, compact bytes)"""
    return (pretty(body) + "\n").encode(), compact(body).encode()


def bodies(dataset, t):
    """Every body at an instant: path without the leading slash → (pretty, compact). Single indicators first."""
    dataset = public(dataset, t)
    pages = {}
    for prefix, lang in (("", "ru"), ("en/", "en")):
        for indicator in dataset.indicators:
            data = f"{prefix}data/{indicator.key}"
            pages[f"{data}.json"] = forms(indicator_body(dataset, indicator, t, lang))
            pages[f"{data}/history.json"] = forms(history_body(dataset, indicator, lang))
            pages[f"{data}/vintages.json"] = forms(vintages_body(dataset, indicator, lang))
            pages[f"{data}/changes.json"] = forms(changes_body(dataset, indicator, t, lang))
    for prefix, lang in (("", "ru"), ("en/", "en")):
        pages[f"{prefix}data.json"] = forms(collection_body(dataset, t, lang))
    return pages


def tables(dataset, t):
    """Every table at an instant: path without the leading slash → bytes."""
    dataset, found = public(dataset, t), {}
    for prefix, lang in (("", "ru"), ("en/", "en")):
        found[f"{prefix}catalog.csv"] = catalog_table(dataset, t, lang)
        found[f"{prefix}data.csv"] = present_table(dataset, t, lang)
    for indicator in dataset.indicators:
        for prefix, lang in (("", "ru"), ("en/", "en")):
            data = f"{prefix}data/{indicator.key}"
            found[f"{data}/vintages.csv"] = vintages_table(dataset, indicator, lang)
            found[f"{data}/changes.csv"] = changes_table(dataset, indicator, t, lang)
    return found


def main():
    parser = argparse.ArgumentParser(description="write the reference bodies of a dataset at an instant")
    parser.add_argument("dataset", type=Path)
    parser.add_argument("--at", required=True, type=instant, help="RFC 3339")
    parser.add_argument("--out", required=True, type=Path)
    args = parser.parse_args()
    dataset = load(args.dataset)
    files = dict(tables(dataset, args.at))
    for path, (spacious, dense) in bodies(dataset, args.at).items():
        files |= {path: spacious, f"{path}.compact": dense}
    for path, content in files.items():
        target = args.out / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)


if __name__ == "__main__":
    main()
