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
    """A backlog of totals since January, from February on."""
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
    "oil -8 % in a day": one("azeri-light", "2024-09-04", "75.04"),
    "a floor that is lowered alone": one("corridor-floor", "2026-10-30", "5"),
    "deposits +4 % in a month": one("deposits-individuals", "2026-02", "17334.1"),
    "trade balance of a quarter falls": one("trade-balance", "2026-03", "412.6"),
    "trade balance turns negative": one("trade-balance", "2026-03", "-318.4"),
    "backlog of exports and imports": since("exports", 2, [4390.2, 6702.5, 8911.4, 11052.3, 13190.8, 15321.7, 17488.9, 19620.4, 21790.6])
    + since("imports", 2, [2790.3, 4610.8, 6402.2, 8301.5, 10188.7, 12240.1, 14105.4, 16004.9, 18130.7]),
    "backlog of money": [
        row for key, first in (("m0", 17947.8), ("m1", 32182.7), ("m2", 40393.7), ("m3", 49860.3))
        for row in ((key, f"2026-{month:02}", f"{first * (1 + 0.006 * month):.1f}") for month in range(2, 11))
    ],
    "cash in January -9 %": one("m0", "2026-01", "16332.5"),
    "cash in January +12 %": one("m0", "2026-01", "20101.5"),
    "first total of a year: budget revenue": one("budget-revenue", "2026-01", "2980.4"),
    "first total of a year: budget expenditure": one("budget-expenditure", "2026-01", "2204.7"),
    "nine months of gdp": one("gdp", "2026-09", "98211.6"),
    "nine months of non-oil gdp": one("gdp-nonoil", "2026-09", "71420.3"),
    "nine months of industry": one("industry", "2026-09", "46530.2"),
    "nine months of retail": one("retail", "2026-09", "49130.8"),
    **{
        f"growth: {key}": one(key, date, value) for key, date, value in (
            ("cpi-12m", "2026-10", "9.8"), ("cpi-core-12m", "2026-10", "6.1"), ("cpi-ytd", "2026-10", "7.9"),
            ("gdp-growth", "2026-09", "-4.3"), ("gdp-nonoil-growth", "2026-09", "-1.2"), ("gdp-oil-growth", "2026-09", "-5.8"),
            ("industry-growth", "2026-09", "-2.7"), ("industry-nonoil-growth", "2026-09", "2.1"),
            ("retail-growth", "2026-09", "-0.8"), ("unemployment", "2026-09", "6.4"), ("azir", "2026-10", "8.1"),
        )
    },
    **{
        f"after a gap: {key}": one(key, date, value) for key, date, value in (
            ("reserves", "2026-11-01", "13820.4"), ("sofaz", "2026-10-01", "81420.6"), ("strategic-reserves", "2026-10-01", "96310.2"),
            ("public-debt", "2026-10-01", "29140.8"), ("domestic-debt", "2026-10-01", "20911.3"), ("external-debt", "2026-10-01", "5391.6"),
            ("deposits", "2026-10", "46170.2"), ("deposits-individuals", "2026-10", "19210.5"), ("deposits-legal", "2026-10", "27806.1"),
            ("loans", "2026-09", "31870.2"), ("loans-business", "2026-09", "17610.4"), ("loans-consumer", "2026-09", "10820.3"),
            ("loans-mortgage", "2026-09", "5390.7"), ("bank-assets", "2026-09", "64280.9"), ("bank-liabilities", "2026-09", "56310.8"),
            ("bank-capital", "2026-09", "8240.6"), ("salary", "2026-09", "1188.4"), ("employees", "2026-10-01", "1823.6"),
            ("money-velocity", "2026-09", "3.05"),
        )
    },
}
