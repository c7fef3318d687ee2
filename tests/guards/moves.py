"""Large but honest moves of the built-in series, each as the rows of one import: key, date, value."""

# The last public rates of a bulletin, and the day after it.
BULLETIN = {
    "usd": "1.7", "eur": "1.9763", "aed": "0.4628", "aud": "1.2269", "byn": "0.5701", "cad": "1.2316", "chf": "2.1005",
    "cny": "0.2533", "gbp": "2.3017", "gel": "0.6509", "ils": "0.565", "jpy": "1.1076", "kzt": "0.3745", "pln": "0.4585",
    "rub": "1.971", "sdr": "2.3322", "try": "0.0351", "uah": "0.0383", "uzs": "0.0144",
    "xag": "113.9315", "xau": "7541.608", "xpd": "2380.034", "xpt": "3130.261",
}
DAY, USD_DAY = "2026-09-09", "2026-11-16"


def at(key):
    return USD_DAY if key == "usd" else DAY


def devaluation(percent):
    return [(key, at(key), f"{float(rate) * (1 + percent / 100):.4f}") for key, rate in BULLETIN.items()]


def decision(points):
    return [
        ("corridor-ceiling", "2026-10-30", f"{7.5 + points:g}"),
        ("corridor-floor", "2026-10-30", f"{5.5 + points:g}"),
        ("policy-rate", "2026-10-30", f"{6.5 + points:g}"),
    ]


def months(key, rows):
    return [(key, date, value) for date, value in rows.items()]


def one(key, date, value):
    return [(key, date, value)]


def since(key, month, values):
    """A backlog of totals since January."""
    return [(key, f"2026-{number:02}", f"{value}") for number, value in enumerate(values, month)]


MOVES = {
    "decision -25 bp": decision(-0.25),
    "decision +200 bp": decision(2),
    "decision +500 bp": decision(5),
    **{f"devaluation of {percent} %": devaluation(percent) for percent in (3, 5, 10, 20, 50)},
    "gold +6 % in a day": one("xau", DAY, "7994.1045"),
    "silver -11 % in a day": one("xag", DAY, "101.399"),
    "lira -7 % in a day": one("try", DAY, "0.0326"),
    "palladium +9 % in a day": one("xpd", DAY, "2594.237"),
    "a floor that is lowered alone": one("corridor-floor", "2026-10-30", "5"),
    "deposits +4 % in a month": one("deposits-individuals", "2026-08", "18612.5"),
    "profit of banks falls within the year": one("bank-profit", "2026-08", "812.4"),
    "banks lose in a month what they earned in two": one("bank-profit", "2026-08", "590.3"),
    "backlog of exports and imports": since("exports", 8, [22711.3, 25704.8, 28790.6])
    + since("imports", 8, [11402.5, 12874.9, 14420.2]),
    "backlog of money": [
        row for key, first in (("m0", 17947.8), ("m1", 32182.7), ("m2", 40393.7), ("m3", 49860.3))
        for row in ((key, f"2026-{month:02}", f"{first * (1 + 0.006 * month):.1f}") for month in range(2, 11))
    ],
    "cash in January -9 %": one("m0", "2026-01", "16332.5"),
    "cash in January +12 %": one("m0", "2026-01", "20101.5"),
    "nine months of budget revenue": one("budget-revenue", "2026-09", "30412.9"),
    "nine months of budget expenditure": one("budget-expenditure", "2026-09", "25980.2"),
    "nine months of gdp": one("gdp", "2026-09", "98211.6"),
    "nine months of non-oil gdp": one("gdp-nonoil", "2026-09", "71420.3"),
    "nine months of industry": one("industry", "2026-09", "50190.4"),
    "nine months of retail": one("retail", "2026-09", "49130.8"),
    **{
        f"growth: {key}": one(key, date, value) for key, date, value in (
            ("cpi-12m", "2026-10", "6.9"), ("cpi-food-12m", "2026-10", "8.3"), ("cpi-ytd", "2026-10", "6.2"),
            ("gdp-growth", "2026-09", "-0.2"), ("gdp-nonoil-growth", "2026-09", "0.8"), ("gdp-oil-growth", "2026-09", "-1.9"),
            ("industry-growth", "2026-09", "-2.7"), ("industry-nonoil-growth", "2026-09", "3.9"),
            ("retail-growth", "2026-09", "3.1"), ("npl-ratio", "2026-09", "3.1"), ("rate-new-loans-azn", "2026-09", "16.9"),
        )
    },
    **{
        f"after a gap: {key}": one(key, date, value) for key, date, value in (
            ("reserves", "2026-11-01", "13820.4"), ("sofaz", "2026-10-01", "81420.6"), ("strategic-reserves", "2026-10-01", "96310.2"),
            ("external-debt", "2026-10-01", "4820.3"), ("deposits", "2026-10", "46170.2"), ("deposits-individuals", "2026-10", "19210.5"),
            ("deposits-nonfinancial", "2026-10", "25104.6"), ("loans", "2026-09", "35620.4"), ("bank-assets", "2026-09", "64280.9"),
            ("bank-capital", "2026-09", "8240.6"), ("salary", "2026-09", "1188.4"),
            ("npl", "2026-10", "905.2"), ("loans-overdue", "2026-10", "840.7"), ("deposits-financial", "2026-10", "3710.3"),
        )
    },
}
