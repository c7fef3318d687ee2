#!/usr/bin/env python3
"""Checks the reference implementation against cases worked out by hand from the specification and the decisions.

    python3 test_oracle.py
"""

import sys
import tempfile
import unittest
from datetime import date
from fractions import Fraction
from pathlib import Path

sys.dont_write_bytecode = True
import generate
import oracle

MAIN = """{"format": 1, "version": "1", "asOf": "2026-11-20T05:00:00.75Z", "utcOffset": "+04:00",
 "sourceStatus": %s, "units": {"azn": {"ru": "манат", "en": "AZN"}, "pct": {"ru": "%%", "en": "%%"}},
 "sources": {"cbar": {"name": {"ru": "ЦБ", "en": "CBAR"}, "staleAfterHours": 48},
             "ssc": {"name": {"ru": "ГСК", "en": "SSC"}}},
 "categories": [{"id": "all", "name": {"ru": "Все", "en": "All"}, "indicators": ["usd"]}]}"""
NOON = oracle.instant("2026-11-20T12:00:00+04:00")


class Case(unittest.TestCase):
    def dataset(self, rows, kind="daily", status='"verified"', member="", checks="", calendar=""):
        """A dataset with the one indicator `usd`; `member` is added to its definition."""
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        root = Path(scratch.name)
        (root / "indicators").mkdir()
        (root / "dataset.json").write_text(MAIN % status, encoding="utf-8")
        definition = f'{{"name": {{"ru": "Доллар", "en": "Dollar"}}, "unit": "azn", "periodType": "{kind}"{member}}}'
        (root / "indicators/usd.json").write_text(definition, encoding="utf-8")
        (root / "indicators/usd.csv").write_text(rows)
        for name, text in (("checks", checks), ("calendar", calendar)):
            if text:
                (root / f"{name}.csv").write_text(text)
        return oracle.load(root)

    def body(self, *args, at=NOON, lang="en", **kwargs):
        dataset = self.dataset(*args, **kwargs)
        return oracle.indicator_body(dataset, dataset.indicators[0], at, lang)

    def change(self, kind, *rows, header="date,value"):
        change = self.body("\n".join((header, *rows)), kind)["change"]
        return tuple((part["abs"], part["pct"]) for part in (change["mom"], change["yoy"]))


EMPTY = (None, None)


class Numbers(Case):
    def test_rounding_is_half_away_from_zero(self):
        for text, expected in {
            "1.005": "1.01", "-1.005": "-1.01", "2.675": "2.68", "1.70": "1.7", "5.00": "5", "99.995": "100",
            "-0.00": "0", "-0.004": "0", "-0.005": "-0.01", "0.0049999999999999999999999999": "0",
            "999999999999999999999999.995": "1" + "0" * 24,
        }.items():
            self.assertEqual(oracle.rounded(oracle.number(text)), expected, text)

    def test_shortest_plain_decimal(self):
        tiny = "0." + "0" * 30 + "12"
        spelled = {"000.10": "0.1", "-0": "0", "100": "100", "-12.3400": "-12.34", tiny + "00": tiny}
        for text, expected in spelled.items():
            self.assertEqual(oracle.plain(oracle.number(text)), expected, text)

    def test_what_is_not_a_number(self):
        for text in ("", "1e3", "1,5", ".5", "5.", "+1", "1" * 29, "0." + "1" * 29):
            with self.assertRaises(AssertionError, msg=text):
                oracle.number(text)


class Labels(unittest.TestCase):
    def test_every_type(self):
        july, january = date(2026, 7, 31), date(2026, 1, 31)
        for kind, day, ru, en in (
            ("month_end", july, "На конец месяца · 31 июля 2026", "Month-end · 31 July 2026"),
            ("monthly", july, "За месяц · июль 2026", "Month · July 2026"),
            ("year_to_date", july, "С начала года · январь–июль 2026", "Year to date · January–July 2026"),
            ("year_to_date", january, "С начала года · январь 2026", "Year to date · January 2026"),
            ("year_to_date_average", july, "В среднем с начала года · январь–июль 2026",
             "Year-to-date average · January–July 2026"),
            ("daily", date(2026, 5, 1), "За день · 1 мая 2026", "Daily · 1 May 2026"),
            ("point_in_time", date(2026, 1, 1), "По состоянию на дату · 1 января 2026", "As of · 1 January 2026"),
            ("effective_from", date(2026, 2, 5), "Действует с · 5 февраля 2026", "Effective from · 5 February 2026"),
            ("unknown", date(2026, 11, 2), "Период не определён · 2 ноября 2026", "Period unknown · 2 November 2026"),
            ("unknown", None, "Период не определён · дата неизвестна", "Period unknown · date unknown"),
        ):
            self.assertEqual(oracle.label(kind, day, "ru"), ru)
            self.assertEqual(oracle.label(kind, day, "en"), en)


class Changes(Case):
    def test_daily_takes_the_same_day_only(self):
        self.assertEqual(
            self.change("daily", "2026-11-20,1.7", "2026-10-20,1.70", "2025-11-20,1.6"), (("0", "0"), ("0.1", "6.25"))
        )
        self.assertEqual(self.change("daily", "2026-11-20,1.7", "2026-10-19,1", "2025-11-21,1"), (EMPTY, EMPTY))
        self.assertEqual(self.change("point_in_time", "2026-03-31,2", "2026-02-28,1"), (EMPTY, EMPTY))
        self.assertEqual(
            self.change("daily", "2024-02-29,2", "2023-02-28,1", "2024-01-29,1"), (("1", "100"), EMPTY)
        )
        self.assertEqual(self.change("daily", "2026-01-31,2", "2025-12-31,1"), (("1", "100"), EMPTY))

    def test_months_match_whatever_their_length(self):
        self.assertEqual(
            self.change("month_end", "2026-02-28,2", "2026-01,1", "2025-02-28,4"), (("1", "100"), ("-2", "-50"))
        )
        self.assertEqual(self.change("monthly", "2026-01,3", "2025-12,2", "2024-12,9"), (("1", "50"), EMPTY))
        self.assertEqual(self.change("monthly", "2024-02,3", "2023-02,2"), (EMPTY, ("1", "50")))

    def test_the_latest_row_of_the_month_is_the_base(self):
        header = "date,value,period_type"
        rows = ("2026-03-31,3,", "2026-02-10,9,daily", "2026-02-28,2,")
        self.assertEqual(self.change("month_end", *rows, header=header), (("1", "50"), EMPTY))
        self.assertEqual(self.change("month_end", *rows[:2], header=header), (EMPTY, EMPTY))

    def test_cumulative_has_no_month_on_month(self):
        for kind in ("year_to_date", "year_to_date_average"):
            self.assertEqual(self.change(kind, "2026-07,3", "2026-06,2", "2025-07,2"), (EMPTY, ("1", "50")))

    def test_never_calculated(self):
        for kind in ("effective_from", "unknown"):
            self.assertEqual(self.change(kind, "2026-11-20,3", "2026-10-20,2", "2025-11-20,2"), (EMPTY, EMPTY))

    def test_breaks(self):
        for column, value in (("unit", "pct"), ("period_type", "point_in_time"), ("measure", "rate")):
            header = f"date,value,{column}"
            old, same = "2026-10-20,2,", f"2025-11-20,2,{value}"
            change = self.change("daily", f"2026-11-20,3,{value}", old, same, header=header)
            self.assertEqual(change, (EMPTY, ("1", "50")))
        # A cell that repeats the definition is no break.
        change = self.change("daily", "2026-11-20,3,", "2026-10-20,2,amount", header="date,value,measure")
        self.assertEqual(change, (("1", "50"), EMPTY))

    def test_the_current_row_decides_the_type(self):
        rows = ("2026-03-31,3,monthly", "2026-02-28,2,monthly")
        self.assertEqual(self.change("daily", *rows, header="date,value,period_type"), (("1", "50"), EMPTY))

    def test_zero_and_negative_bases(self):
        self.assertEqual(self.change("daily", "2026-11-20,3", "2026-10-20,-0.00", "2025-11-20,0"), (("3", None),) * 2)
        self.assertEqual(self.change("daily", "2026-11-20,-5", "2026-10-20,-10"), (("5", "-50"), EMPTY))
        self.assertEqual(self.change("daily", "2026-11-20,0", "2026-10-20,0"), (("0", None), EMPTY))

    def test_rounded_once_from_raw(self):
        # 1.0149 and 1.0051 both read as 1.01; their difference is 0.0098.
        self.assertEqual(self.change("daily", "2026-11-20,1.0149", "2026-10-20,1.0051"), (("0.01", "0.98"), EMPTY))
        # 0.0004 of 8 is 0.005 %, on the half.
        self.assertEqual(self.change("daily", "2026-11-20,8.0004", "2026-10-20,8"), (("0", "0.01"), EMPTY))
        self.assertEqual(self.change("daily", "2026-11-20,7.9996", "2026-10-20,8"), (("0", "-0.01"), EMPTY))
        # A third is not on any half.
        self.assertEqual(self.change("daily", "2026-11-20,4", "2026-10-20,3"), (("1", "33.33"), EMPTY))

    def test_no_digit_is_lost(self):
        huge, tiny = "9" * 28, "0." + "0" * 27 + "1"
        # The difference rounds back to the current value; the percentage is huge × 10^30 − 100, with 58 digits.
        change = self.change("daily", f"2026-11-20,{huge}", f"2026-10-20,{tiny}")
        self.assertEqual(change, ((huge, "9" * 27 + "8" + "9" * 28 + "00"[:2]), EMPTY))

    def test_the_last_published_revision_counts(self):
        rows = ("2026-11-20,3,2026-11-21", "2026-10-20,9,", "2026-10-20,2,2026-10-22", "2026-10-20,8,2026-10-21")
        self.assertEqual(self.change("daily", *rows, header="date,value,published"), (("1", "50"), EMPTY))
        body = self.body("date,value,published\n2026-07,2,2026-08-20\n2026-07-31,1,2026-08-13\n", "monthly")
        self.assertEqual((body["value"], body["publicationDate"]), ("2", "2026-08-20"))

    def test_the_status_allows_or_forbids(self):
        rows = "date,value\n2026-11-20,3\n2026-10-20,2\n"
        for status, expected in (('"stale"', "1"), ('"seed"', None), ('"unknown"', None), ('"Verified"', None)):
            self.assertEqual(self.body(rows, status=status)["change"]["mom"]["abs"], expected, status)


class Status(Case):
    ROWS = "date,value\n2026-11-20,1.7\n"
    CHECKED = "source,checked_at,error\ncbar,2026-11-18T12:00:00+04:00,{}\n"

    def status(self, at="2026-11-20T12:00:00+04:00", member=', "source": "cbar"', **kwargs):
        return self.body(self.ROWS, at=oracle.instant(at), member=member, **kwargs)["sourceStatus"]

    def test_declared(self):
        self.assertEqual(self.status(member=""), "verified")
        self.assertEqual(self.status(member=', "sourceStatus": "seed"'), "seed")
        self.assertEqual(self.status(member=', "sourceStatus": "fresh"'), "unknown")
        self.assertEqual(self.status(member=', "sourceStatus": "verified"', status='"seed"'), "verified")
        self.assertEqual(self.status(status='"seed"', checks=self.CHECKED.format("timed out")), "seed")

    def test_check_deadline(self):
        checks = self.CHECKED.format("")
        self.assertEqual(self.status(checks=checks), "verified")
        self.assertEqual(self.status("2026-11-20T08:00:01Z", checks=checks), "stale")
        self.assertEqual(self.status("2026-11-19T00:00:00+04:00", checks=self.CHECKED.format("timed out")), "stale")

    def test_no_check_known(self):
        self.assertEqual(self.status(), "stale")
        self.assertEqual(self.status(checks="source,checked_at,error\ncbar,,\n"), "stale")
        self.assertEqual(self.status(member=', "source": "ssc"'), "verified")

    def test_release_deadline_is_the_end_of_the_day_there(self):
        release = dict(member=', "release": "r"', calendar="release,date\nr,2026-11-20\nr,2026-12-01\nr,2026-11-25\n")
        self.assertEqual(self.status("2026-11-25T23:59:59+04:00", **release), "verified")
        self.assertEqual(self.status("2026-11-25T19:59:59Z", **release), "verified")
        self.assertEqual(self.status("2026-11-25T20:00:00Z", **release), "stale")

    def test_expected_next_publication(self):
        calendar = "release,date\nr,2026-08-13\nr,2026-09-12\nr,2026-07-31\nr,2026-08-01\n"
        for published, expected in (("2026-08-13", "2026-09-12"), ("2026-08-12", "2026-09-12"), ("2026-08-06", "2026-08-13"), ("", "2026-08-13"),
                                    ("2026-09-12", None)):
            rows = f"date,value,published\n2026-07,1,{published}\n"
            body = self.body(rows, "monthly", member=', "release": "r"', calendar=calendar)
            self.assertEqual(body.get("expectedNextPublication"), expected, published)

    def test_a_release_with_a_period_is_met_by_that_period_or_a_later_one(self):
        calendar = "release,date,period\nr,2026-08-20,2026-06\nr,2026-09-20,2026-07\nr,2026-10-20,2026-Q3\nr,2026-11-20,2026\n"
        member = ', "release": "r"'
        for day, published, expected in (("2026-06", "", "2026-09-20"), ("2026-07", "2026-11-30", "2026-10-20"),
                                         ("2026-09", "", "2026-11-20"), ("2026-12", "", None)):
            body = self.body(f"date,value,published\n{day},1,{published}\n", "monthly", member=member, calendar=calendar)
            self.assertEqual(body.get("expectedNextPublication"), expected, day)
        quarters = dict(member=member + ', "frequency": "Q"', calendar=calendar)
        body = self.body("date,value\n2026-Q1,1\n", "month_end", **quarters)
        self.assertEqual(body["expectedNextPublication"], "2026-08-20", "June ends a quarter")
        body = self.body("date,value\n2026-Q2,1\n", "month_end", **quarters)
        self.assertEqual(body["expectedNextPublication"], "2026-10-20", "July ends none")

    def test_root_is_the_least_trustworthy(self):
        for status, member, root in (
            ('"verified"', "", "verified"),
            ('"verified"', ', "sourceStatus": "stale"', "stale"),
            ('"seed"', ', "sourceStatus": "verified"', "seed"),
            ('"seed"', ', "sourceStatus": "x"', "unknown"),
        ):
            body = oracle.collection_body(self.dataset(self.ROWS, status=status, member=member), NOON, "ru")
            self.assertEqual(body["sourceStatus"], root)


class Bodies(Case):
    def pages(self):
        dataset = self.dataset(
            "reported_change_pct,date,published,value\n-0.50,2026-11-20,2026-11-21,1.7000\n,2025-11-20,,1.6995\n",
            member=', "source": "cbar", "release": "r", "notes": {"ru": "Курс \\"ЦБ\\"\\n", "en": "\\u2028/"}',
            checks="source,checked_at,error\ncbar,2026-11-20T04:00:00.999Z,\n",
            calendar="release,date\nr,2026-11-30\n",
        )
        return oracle.bodies(dataset, NOON)

    def test_pretty(self):
        self.maxDiff = None
        expected = """{
  "schemaVersion": "1.0",
  "asOf": "2026-11-20T09:00:00+04:00",
  "sourceStatus": "verified",
  "metrics": [
    {
      "schemaVersion": "1.0",
      "key": "usd",
      "value": 1.7,
      "valueRaw": 1.7,
      "unit": "манат",
      "period": {
        "label": "За день · 20 ноября 2026",
        "type": "daily",
        "date": "2026-11-20"
      },
      "change": {
        "mom": {
          "abs": null,
          "pct": null
        },
        "yoy": {
          "abs": 0,
          "pct": 0.03
        }
      },
      "reportedChangePct": -0.5,
      "sourceStatus": "verified",
      "source": "ЦБ",
      "notes": "Курс \\"ЦБ\\"\\n",
      "checkedAt": "2026-11-20T08:00:00+04:00",
      "publicationDate": "2026-11-21",
      "expectedNextPublication": "2026-11-30"
    }
  ]
}
"""
        self.assertEqual(self.pages()["data.json"][0].decode(), expected)

    def test_compact(self):
        expected = (
            '{"schemaVersion":"1.0","key":"usd","value":1.7,"valueRaw":1.7,"unit":"AZN",'
            '"period":{"label":"Daily · 20 November 2026","type":"daily","date":"2026-11-20"},'
            '"change":{"mom":{"abs":null,"pct":null},"yoy":{"abs":0,"pct":0.03}},"reportedChangePct":-0.5,'
            '"sourceStatus":"verified","source":"CBAR","notes":"\u2028/","checkedAt":"2026-11-20T08:00:00+04:00",'
            '"publicationDate":"2026-11-21","expectedNextPublication":"2026-11-30"}'
        )
        self.assertEqual(self.pages()["en/data/usd.json"][1].decode(), expected)

    def test_what_is_not_known_is_left_out(self):
        body = self.body("date,value\n,7\n", "unknown", status='"x"')
        self.assertEqual(list(body), "schemaVersion key value valueRaw unit period change sourceStatus".split())
        self.assertIsNone(body["period"]["date"])

    def test_offsets(self):
        t = oracle.instant("2026-01-01T00:15:00.9+05:45")
        self.assertEqual(t, oracle.instant("2025-12-31T18:30:00Z") + Fraction(9, 10))
        self.assertEqual(oracle.timestamp(t, oracle.offset_seconds("-03:30")), "2025-12-31T15:00:00-03:30")
        self.assertEqual(oracle.timestamp(t, 0), "2025-12-31T18:30:00+00:00")


class Revisions(Case):
    ROWS = """date,value,published,ref,flag
2026-11-20,3,2026-12-01,https://example.org/a,unofficial rounded
2026-11-19,1,,,
2026-11-20,2,2026-11-21,,provisional
2026-11-20,1.50,,,
"""

    def test_each_value_counts_until_the_next_is_published(self):
        dataset = self.dataset(self.ROWS)
        self.assertEqual(
            [line.split(",")[:5] for line in oracle.vintages_table(dataset, dataset.indicators[0], "en").decode().split("\r\n")],
            [line.split(",") for line in (
                "date,value,realtime_start,realtime_end,status", "2026-11-19,1,,,current", "2026-11-20,1.5,,2026-11-21,revised",
                "2026-11-20,2,2026-11-21,2026-12-01,revised", "2026-11-20,3,2026-12-01,,current", "")],
        )
        body = oracle.vintages_body(dataset, dataset.indicators[0], "en")
        self.assertEqual(list(body), ["schemaVersion", "key", "name", "unit", "periodType", "frequency", "vintages"])
        self.assertEqual(
            oracle.compact(body["vintages"][1]),
            '{"date":"2026-11-20","valueRaw":1.5,"realtimeEnd":"2026-11-21","status":"revised"}',
        )

    def test_a_history_says_where_figures_were_taken(self):
        dataset = self.dataset(self.ROWS)
        observations = oracle.history_body(dataset, dataset.indicators[0], "en")["observations"]
        self.assertEqual([oracle.compact(one) for one in observations], [
            '{"date":"2026-11-19","valueRaw":1}',
            '{"date":"2026-11-20","valueRaw":3,"published":"2026-12-01","ref":"https://example.org/a",'
            '"flags":["rounded","unofficial"]}',
        ])


class Generator(unittest.TestCase):
    def test_writes_valid_datasets_and_repeats_itself(self):
        with tempfile.TemporaryDirectory() as scratch:
            for seed in range(1, 31):
                one, two = Path(scratch, f"{seed}a"), Path(scratch, f"{seed}b")
                self.assertEqual(generate.generate(seed, one), generate.generate(seed, two))
                for file in (p for p in one.rglob("*") if p.is_file()):
                    self.assertEqual(file.read_bytes(), (two / file.relative_to(one)).read_bytes())


if __name__ == "__main__":
    unittest.main()
