"""The mistakes, as data: what somebody does by hand or by a command, and what of it has to be named where it becomes public."""

import datetime
import json
import re

from mistakes_fixture import (
    AVERAGES, COMING, DAILY, DAY, DAYS, GROWTH, MONTH, NEXT, NEXT_MONTH, PUBLISHED, SERIES, STOCKS, TODAY, TOTALS, coming,
    dump, instant, last, month_ends,
)


class Mistake:
    """What somebody does, the files or the command that it is done with, and what of it has to be named if it passes."""

    def __init__(self, group, name, done, named=None, former=False):
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


SUNDAY = NEXT
while SUNDAY.weekday() != 6:
    SUNDAY -= datetime.timedelta(days=1)
MONTHLY = f"{NEXT_MONTH:%Y-%m}"


def entered(key, value):
    """The row to come, with this value."""
    date, _, published = COMING[key]
    return appended(key, date, value, published or "")


def swapped(value, first=None):
    """Two neighbouring digits exchanged, the first ones that differ from the given place on, or behind the point."""
    digits = list(value)
    first = value.index(".") + 2 if first is None else first
    for at in range(first, len(digits) - 1):
        if "." not in digits[at:at + 2] and digits[at] != digits[at + 1]:
            digits[at], digits[at + 1] = digits[at + 1], digits[at]
            break
    return "".join(digits)


def figure(value):
    """How a figure is named."""
    return rf"{re.escape(value.rstrip('0').rstrip('.') if '.' in value else value)}\b"


def bulletin(rates, date):
    entries = "".join(
        f'<Valute Code="{code}"><Nominal>{nominal}</Nominal><Name>x</Name><Value>{value}</Value></Valute>'
        for code, (nominal, value) in rates.items()
    )
    return (
        f'<?xml version="1.0" encoding="UTF-8"?><ValCurs Date="{date:%d.%m.%Y}" Name="x" Description="x">'
        f'<ValType Type="x">{entries}</ValType></ValCurs>'
    )


def rates(**other):
    """The bulletin to come, but for these."""
    known = {
        "USD": ("1", coming("usd")), "EUR": ("1", coming("eur")), "GBP": ("1", coming("gbp")), "TRY": ("1", coming("try")),
        "RUB": ("100", coming("rub")), "XAU": ("1 t.u.", coming("xau")), "XAG": ("1 t.u.", coming("xag")),
        "XPT": ("1 t.u.", coming("xpt")),
    }
    return {code: rate for code, rate in {**known, **other}.items() if rate}


def former_rates():
    return {code: ("100" if code == "RUB" else "1 t.u." if code[0] == "X" else "1", last(code.lower())) for code in rates()}


def mistakes():
    found = []
    for group, items in [
        ("form", FORMS), ("wrong value", values()), ("wrong row or date", rows_and_dates()),
        ("revisions that do not count", revisions()), ("statuses and checks", checks()), ("definitions", definitions()),
        ("tools", tools()),
    ]:
        found += [Mistake(group, *item) for item in items]
    return found


CSV = "indicators/eur.csv"
FORMS = [
    ("decimal comma", appended("m2", NEXT_MONTH, '"41005,5"')),
    ("tabs", text(CSV, ",", "\t", None)),
    ("thousands", appended("m2", NEXT_MONTH, "41 005.5")),
    ("thousands with commas", appended("m2", NEXT_MONTH, '"41,005.5"')),
    ("thousands with a hard space", appended("m2", NEXT_MONTH, "41\u00a0005.5")),
    ("two points", appended("eur", NEXT, "1.8.4")),
    ("an exponent", appended("m2", NEXT_MONTH, "4.1E+04")),
    ("a sign of percent", appended("cpi-12m", NEXT_MONTH, "5.2%")),
    ("n/a", appended("eur", NEXT, "n/a")),
    ("no value", appended("eur", NEXT, "")),
    ("a formula", appended("eur", NEXT, "=B12")),
    ("an error of a spreadsheet", appended("eur", NEXT, "#REF!")),
    ("a letter for a zero", appended("eur", NEXT, "1.8O12")),
    ("a minus of a typographer", appended("gdp-growth", NEXT_MONTH, "\u22122.1")),
    ("not a month's last day", appended("m2", NEXT_MONTH.replace(day=1), "41005.5")),
    ("no such day", appended("eur", f"{NEXT:%Y}-02-30", "1.84")),
    ("an American date", appended("eur", f"{NEXT:%m/%d/%Y}", "1.84")),
    ("a month of a spreadsheet", appended("m2", f"{NEXT_MONTH:%b-%y}", "41005.5")),
    ("a column misspelt", text(CSV, "published", "publihsed")),
    ("a column too many in a row", appended("eur", f"{NEXT},1.84", "1.84")),
    ("the header lost", text(CSV, "date,value,published,flag,ref\n", "")),
    ("a header in Russian", text(CSV, "date,value", "дата,значение")),
    ("a flag misspelt", text(CSV, "provisional", "provisionel")),
    ("marks of a merge", text(CSV, "date,", "<<<<<<< HEAD\ndate,")),
    ("windows-1251", lambda at: (at / "indicators/eur.json").write_bytes('{"name": "Курс"}'.encode("cp1251"))),
    ("UTF-16", lambda at: (at / CSV).write_bytes((at / CSV).read_text().encode("utf-16"))),
    ("a comma too many", text("indicators/eur.json", "\n}", ",\n}")),
    ("a brace too few", text("indicators/eur.json", "\n}", "\n")),
    ("a quotation mark too few", text("indicators/eur.json", '"name"', '"name')),
    ("an empty file", write(CSV, "")),
    ("a header alone", write(CSV, "date,value\n")),
    ("a file missing", lambda at: (at / CSV).unlink()),
    ("a file too many", write("indicators/eur (1).csv", "date,value\n")),
    ("a unit misspelt", definition("eur", "unit", "azn_per_1_euro")),
    ("a field misspelt", definition("eur", "desimals", 4)),
    ("a period type misspelt", definition("eur", "periodType", "dayly")),
    ("a doubled row", appended("eur", DAY, last("eur"), DAY)),
    ("a doubled key", text("dataset.json", '"usd",', '"usd", "usd",')),
    ("a release misspelt in the calendar", text("calendar.csv", "cbar-money", "cbar-mony")),
    ("a source misspelt in the checks", text("checks.csv", "cbar", "cbra")),
    ("a source doubled in the checks", text("checks.csv", "error\n", f"error\ncbar,{instant(hours=-2)},\n")),
]


def times(key, factor, digits=1):
    return f"{float(coming(key)) * factor:.{digits}f}"


def values():
    points = [*DAILY, *STOCKS, *TOTALS, *AVERAGES, *GROWTH]
    return [
        *((f"a point to the left, {key}", entered(key, shifted(coming(key), -1))) for key in points),
        *((f"a point to the right, {key}", entered(key, shifted(coming(key), 1))) for key in points),
        ("hundredfold", entered("eur", shifted(coming("eur"), 2))),
        ("thousands for millions", entered("m2", shifted(coming("m2"), 3))),
        ("billions for millions", entered("m2", shifted(coming("m2"), -3))),
        ("a fraction for a percentage", entered("cpi-12m", shifted(coming("cpi-12m"), -2))),
        ("an index for a percentage", entered("cpi-12m", f"{100 + float(coming('cpi-12m')):.1f}")),
        ("zero", entered("eur", "0")),
        ("another sign", entered("m2", f"-{coming('m2')}")),
        ("digits exchanged", entered("eur", swapped(coming("eur"))), figure(swapped(coming("eur"))), True),
        ("digits exchanged in m2", entered("m2", swapped(coming("m2"), 1))),
        ("digits exchanged in a row of before", cell("eur", *SERIES["eur"][60][:2], swapped(SERIES["eur"][60][1]))),
        ("a digit too few", entered("m2", coming("m2")[:2] + coming("m2")[3:])),
        ("a digit too many", entered("m2", coming("m2")[:2] + coming("m2")[1:])),
        ("a digit mistyped", entered("gbp", coming("gbp")[:2] + str((int(coming("gbp")[2]) + 6) % 10) + coming("gbp")[3:])),
        ("a last digit mistyped", entered("gbp", coming("gbp")[:-1] + str((int(coming("gbp")[-1]) + 3) % 10)),
         figure(coming("gbp")[:-1] + str((int(coming("gbp")[-1]) + 3) % 10))),
        ("gbp 2.8 for 2.2", entered("gbp", "2.8237")),
        ("usd off its peg", entered("usd", "1.8")),
        ("an inverse rate", entered("eur", f"{1 / float(coming('eur')):.4f}")),
        ("usd in eur", entered("eur", coming("usd")), None, True),
        ("eur in gbp", entered("gbp", coming("eur"))),
        ("xpt in xau", entered("xau", coming("xpt"))),
        ("m3 in m2", entered("m2", coming("m3"))),
        ("m0 in m1", entered("m1", coming("m0"))),
        ("exports in gdp", entered("gdp", coming("exports"))),
        ("cpi-12m in gdp-growth", entered("gdp-growth", coming("cpi-12m"))),
        ("5310 for 41005", entered("m2", "5310")),
        ("half", entered("reserves", times("reserves", 0.5))),
        ("double", entered("salary", times("salary", 2))),
        ("a year for a month", entered("salary", times("salary", 12))),
        ("policy rate 5.6 for 6.5", appended("policy-rate", TODAY, "5.6")),
        ("sign of a growth rate", entered("gdp-growth", f"-{coming('gdp-growth')}")),
        ("sign of inflation", entered("cpi-12m", f"-{coming('cpi-12m')}")),
        ("last month again", entered("m2", last("m2")), figure(last("m2")), True),
        ("yesterday again", entered("eur", last("eur")), figure(last("eur"))),
        ("floor above the ceiling", appended("corridor-floor", TODAY, "8.5")),
        ("policy rate outside the corridor", appended("policy-rate", TODAY, "8.75")),
        ("m1 above m2", entered("m1", f"{float(last('m2')) + 1:.1f}")),
        ("a total that falls", entered("gdp", f"{float(last('gdp')) - 1:.1f}" if NEXT_MONTH.month > 1 else "1")),
        ("the month in place of the total", entered("exports", "2500.1" if NEXT_MONTH.month > 1 else "1")),
        ("last year's total", entered("gdp", "1")),
        ("cut in its last row", cell("xag", DAY, last("xag"), last("xag")[:-3]), None, True),
        ("a row of before rounded", cell("eur", *SERIES["eur"][50][:2], SERIES["eur"][50][1][:4])),
        ("a point in a row of before", cell("m2", *SERIES["m2"][15][:2], shifted(SERIES["m2"][15][1], -1))),
        ("two per mille off", entered("eur", times("eur", 1.002, 4)), figure(times("eur", 1.002, 4))),
    ]


def rows_and_dates():
    eur, m2 = SERIES["eur"], SERIES["m2"]
    new = lambda key, value, date: appended(key, date, value, date)
    year_before = NEXT - datetime.timedelta(days=364)
    return [
        ("three values shifted", rows("eur", 3)),
        ("two values exchanged", rows("m2", 2)),
        ("values one line too low", several(*(cell("eur", eur[at][0], eur[at][1], eur[at - 1][1]) for at in (110, 111, 112)))),
        ("three old values changed", several(*(
            cell("eur", eur[at][0], eur[at][1], f"{float(eur[at][1]) * 1.004:.4f}") for at in (10, 20, 30)))),
        ("seven old values changed", several(*(
            cell("eur", eur[at][0], eur[at][1], f"{float(eur[at][1]) * 1.004:.4f}") for at in range(10, 17)))),
        ("a column sorted by itself", lambda at: sort_values(at, "eur")),
        ("last month overwritten", cell("m2", MONTH, last("m2"), coming("m2")), None, True),
        ("a month's value as a revision of the one before", appended("m2", MONTH, coming("m2"), COMING["m2"][2]),
         rf"m2  {MONTH}  {figure(last('m2'))}.* → {figure(coming('m2'))}"),
        ("a row in the wrong file, eur in gbp", new("gbp", coming("eur"), NEXT)),
        ("a row in the wrong file, m3 in m2", appended("m2", NEXT_MONTH, coming("m3"), COMING["m3"][2])),
        ("a row in the wrong file, m0 in reserves", appended("reserves", NEXT_MONTH, coming("m0"), COMING["m0"][2])),
        ("a row of a month in a daily file", new("eur", coming("m2"), NEXT)),
        ("year 2006", new("eur", coming("eur"), NEXT.replace(year=2006)), None, True),
        ("the year before", new("eur", coming("eur"), NEXT.replace(year=NEXT.year - 1)) if (NEXT.month, NEXT.day) != (2, 29)
         else new("eur", coming("eur"), year_before)),
        ("the year before, the same weekday", new("eur", coming("eur"), year_before)),
        ("last year on another weekday", new("eur", coming("eur"), SUNDAY - datetime.timedelta(days=371))),
        ("a Sunday", new("eur", coming("eur"), SUNDAY), None, True),
        ("a Saturday", new("eur", coming("eur"), SUNDAY - datetime.timedelta(days=1))),
        ("in 2062", new("eur", coming("eur"), NEXT.replace(year=2062, day=min(NEXT.day, 28)))),
        ("next month", appended("m2", month_ends(1)[0] + datetime.timedelta(days=62), last("m2"))),
        ("two definitions exchanged", lambda at: exchange(at, "indicators/xau.json", "indicators/xag.json")),
        ("two files exchanged", lambda at: exchange(at, "indicators/xau.csv", "indicators/xag.csv")),
        ("m1 and m2 exchanged", lambda at: exchange(at, "indicators/m1.csv", "indicators/m2.csv")),
        ("a file copied over another", lambda at: (at / "indicators/m2.csv").write_text((at / "indicators/m3.csv").read_text())),
        ("a year of rows lost", lambda at: cut(at, "indicators/m2.csv", 18)),
        ("the last row lost", lambda at: cut(at, "indicators/m2.csv", 30)),
        ("the oldest row lost", text("indicators/m2.csv", f"{m2[0][0]},{m2[0][1]},{m2[0][2]},,\n", "")),
        ("an indicator lost", lambda at: lose(at, "exports")),
    ]


def revisions():
    day = SERIES["m2"][-1][2]
    earlier = str(PUBLISHED - datetime.timedelta(days=60))
    return [
        ("an older one", appended("m2", MONTH, "41100.1", day - datetime.timedelta(days=4))),
        ("one without a day", appended("m2", MONTH, "41100.1")),
        ("one before its period ended", appended("m2", MONTH, "41100.1", MONTH - datetime.timedelta(days=4))),
        ("an older one by a command", command("record", "m2", f"{MONTH:%Y-%m}", "41100.1", "--published", earlier)),
        ("one without a day by a command", command("record", "m2", f"{MONTH:%Y-%m}", "41100.1")),
        ("published before its end", appended("m2", NEXT_MONTH, coming("m2"), NEXT_MONTH - datetime.timedelta(days=3))),
        ("published a year before", appended("eur", NEXT, coming("eur"), NEXT - datetime.timedelta(days=365))),
        ("a slip in a revision", appended("m2", MONTH, shifted(last("m2"), -1), TODAY)),
        ("the same day", appended("m2", MONTH, "41100.1", day)),
        ("the days of publication lost", lambda at: column(at, "m2", 2, "")),
    ]


def checks():
    source = lambda name, value=None, gone=False: field("dataset.json", ["sources", "cbar", name], value, gone)
    return [
        ("checks deleted", lambda at: (at / "checks.csv").unlink()),
        ("a check lost", lambda at: (at / "checks.csv").write_text(
            "".join(line for line in (at / "checks.csv").read_text().splitlines(True) if not line.startswith("cbar")))),
        ("an error left", text("checks.csv", "Z,\nssc", "Z,timeout\nssc"), r"checks.csv: check error"),
        ("checked in an hour", lambda at: checked(at, instant(hours=1))),
        ("checked next year", lambda at: checked(at, instant(days=400)), None, True),
        ("checked in 2062", lambda at: checked(at, "2062-01-01T00:00:00Z")),
        ("checked last year", lambda at: checked(at, instant(days=-365))),
        ("checked next year by a command", command("checked", "cbar", "--at", instant(days=400))),
        ("a check of a source that is none", command("checked", "cbra")),
        ("stale after 480 hours", source("staleAfterHours", 480)),
        ("stale never", source("staleAfterHours", None, True)),
        ("stale after 4 hours", source("staleAfterHours", 4), "dataset.json: stale after"),
        ("hours in words", source("staleAfterHours", "48")),
        ("seed", field("dataset.json", ["sourceStatus"], "seed")),
        ("seed of one", definition("m2", "sourceStatus", "seed")),
        ("a status misspelt", field("dataset.json", ["sourceStatus"], "verifyed")),
        ("plausible gone", definition("eur", "plausible", None, True)),
        ("a bound gone", field("indicators/eur.json", ["plausible", "max"], None, True)),
        ("a bound with its point to the right", field("indicators/eur.json", ["plausible", "max"], 1000)),
        ("a limit gone", definition("m1", "below", None, True)),
    ]


def definitions():
    m2, whole = "indicators/m2.json", "dataset.json"
    unit = lambda *path: [*["units", "azn_mn"], *path]
    soon = TODAY + datetime.timedelta(days=20)
    other = {"ru": "Другое", "en": "Other"}
    return [
        ("release gone", definition("m2", "release", None, True)),
        ("release misspelt", definition("m2", "release", "cbar-mony")),
        ("nominal", definition("rub", "nominal", 1)),
        ("nominal of another", definition("eur", "nominal", 100)),
        ("source's code", definition("eur", "sourceCode", "EURO")),
        ("unit", definition("m2", "unit", "usd_mn")),
        ("text of a unit", field(whole, unit("en"), "AZN bn")),
        ("forms of a unit", field(whole, unit("plural", "en", "other"), "billion manats")),
        ("multiplier of a unit", field(whole, unit("sdmx", "multiplier"), 9)),
        ("period type", definition("reserves", "periodType", "month_end")),
        ("measure", definition("gdp-growth", "measure", "amount")),
        ("frequency", definition("gdp", "frequency", "Q")),
        ("source", definition("m2", "source", "ssc")),
        ("name of a source", field(whole, ["sources", "cbar", "name", "en"], "State Statistical Committee")),
        ("address of a source", field(whole, ["sources", "cbar", "url"], "https://www.cbar.example/")),
        ("utcOffset", field(whole, ["utcOffset"], "+05:00")),
        ("decimals 0", definition("eur", "decimals", 0)),
        ("a Russian name in English", lambda at: russian(at, "m2"), None, True),
        ("markup in a name", field(m2, ["name", "en"], "<b>M2</b>"), None, True),
        ("a name of another", field(m2, ["name", "en"], "Money supply M3")),
        ("a name misspelt", field(m2, ["name", "ru"], "Денежная маса M2")),
        ("a short name", definition("m2", "shortName", {"ru": "М3", "en": "M3"})),
        ("category", lambda at: moved(at, "m2")),
        ("name of a category", field(whole, ["categories", 0, "name"], other)),
        ("title", field(whole, ["title"], other)),
        ("description", field(whole, ["description"], other), r"dataset.json: description \(en\)"),
        ("area", field(whole, ["sdmx", "refArea"], "GE")),
        ("featured emptied", field(whole, ["featured"], []), "dataset.json: featured"),
        ("charted with another", definition("m2", "chartWith", ["m0"]), "indicators/m2.json: "),
        ("a flag lost", text("indicators/m2.csv", "provisional", "")),
        ("another flag", text("indicators/m2.csv", "provisional", "estimated"), rf"~ m2  {MONTH}  .*provisional → .*estimated"),
        ("an origin", text("indicators/m2.csv", "Bulletin 7", "Bulletin 8"), rf"~ m2  {MONTH}  .*Bulletin 7.* → .*Bulletin 8"),
        ("the calendar deleted", lambda at: (at / "calendar.csv").unlink(), None, True),
        ("the calendar of the year before", lambda at: a_year_before(at), None, True),
        ("a date of the calendar moved", text("calendar.csv", f"cbar-money,{soon}", f"cbar-money,{soon + datetime.timedelta(days=1)}")),
        ("a date of the calendar too many", text("calendar.csv", "date\n", f"date\ncbar-money,{TODAY + datetime.timedelta(days=5)}\n"),
         "calendar.csv: calendar"),
        ("notes", definition("m2", "notes", other), r"indicators/m2.json: notes \(en\)"),
        ("asOf ahead", field(whole, ["asOf"], "2062-01-01T00:00:00Z")),
        ("asOf of last year", field(whole, ["asOf"], instant(days=-370))),
    ]


def tools():
    table = lambda content: command("import", "FILE", file=("table.csv", content))
    xml = lambda content: command("import", "FILE", file=("bulletin.xml", content))
    published = str(COMING["m2"][2])
    before = lambda days: NEXT - datetime.timedelta(days=days)
    return [
        ("record usd for eur", command("record", "usd", str(NEXT), coming("eur"))),
        ("record gbp for eur", command("record", "gbp", str(NEXT), coming("eur"))),
        ("record m2 for m3", command("record", "m3", MONTHLY, coming("m2"), "--published", published)),
        ("record a slipped point", command("record", "eur", str(NEXT), shifted(coming("eur"), -1))),
        ("record a key that is none", command("record", "euro", str(NEXT), coming("eur"))),
        ("record what is there", command("record", "eur", str(DAY), "1.9")),
        ("record a Sunday", command("record", "eur", str(SUNDAY), coming("eur"))),
        ("record a month of next year", command("record", "m2", f"{NEXT_MONTH.year + 1}-{NEXT_MONTH:%m}", coming("m2"))),
        ("record in a month without a value", command("record", "m2", MONTHLY, "")),
        ("record the value and the date exchanged", command("record", "eur", coming("eur"), str(NEXT))),
        ("columns exchanged", table(f"date,eur,gbp\n{NEXT},{coming('gbp')},{coming('eur')}\n")),
        ("columns of metals exchanged", table(f"date,xau,xag\n{NEXT},{coming('xag')},{coming('xau')}\n")),
        ("columns of money exchanged", table(f"date,m1,m2\n{NEXT_MONTH},{coming('m2')},{coming('m1')}\n")),
        ("a table with two headers", table(f"key,date,value\nkey,date,value\neur,{NEXT},1.8\n")),
        ("a table with a key that is none", table(f"key,date,value\neuro,{NEXT},{coming('eur')}\n")),
        ("a table of last year", table(f"key,date,value\neur,{before(365)},{coming('eur')}\n")),
        ("a bulletin of two years before", xml(bulletin(rates(), before(728)))),
        ("a bulletin of 52 weeks before", xml(bulletin(rates(), before(364)))),
        ("a bulletin of a Sunday", xml(bulletin(rates(), SUNDAY))),
        ("yesterday's bulletin under the date of today", xml(bulletin(former_rates(), NEXT)), r"\+ 8 rows from \d+-bulletin.xml\n"),
        ("a bulletin with metals exchanged", xml(bulletin(rates(XAU=("1 t.u.", coming("xpt")), XPT=("1 t.u.", coming("xau"))), NEXT))),
        ("a bulletin with a rate of zero", xml(bulletin(rates(EUR=("1", "0")), NEXT))),
        ("a bulletin of 100 euros", xml(bulletin(rates(EUR=("1", shifted(coming("eur"), 2))), NEXT))),
        ("a bulletin with another nominal", xml(bulletin(rates(RUB=("1", coming("rub"))), NEXT))),
        ("half a bulletin", xml(bulletin(rates(), NEXT)[:400])),
        ("a page in place of a bulletin", xml("<html><body>404</body></html>")),
        ("a bulletin without EUR", xml(bulletin(rates(EUR=None), NEXT)), r"\+ 7 rows from \d+-bulletin.xml, largest "),
    ]


def sort_values(at, key):
    path = at / f"indicators/{key}.csv"
    header, *lines = path.read_text().splitlines()
    cells = [line.split(",") for line in lines]
    ordered = sorted((row[1] for row in cells), key=float)
    joined = "\n".join(",".join([row[0], value, *row[2:]]) for row, value in zip(cells, ordered))
    path.write_text(f"{header}\n{joined}\n")


def column(at, key, number, value):
    """The same in every row of a column."""
    path = at / f"indicators/{key}.csv"
    header, *lines = path.read_text().splitlines()
    cells = [line.split(",") for line in lines]
    joined = "\n".join(",".join([*row[:number], value, *row[number + 1:]]) for row in cells)
    path.write_text(f"{header}\n{joined}\n")


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
