"""A dataset of a given size, the same for the same size: daily rates for every other indicator, monthly amounts for the
others. Called by the other scripts here.

    python3 tests/bench/dataset.py DIRECTORY INDICATORS ROWS      ROWS are those of each indicator
"""

import datetime
import json
import os
import random
import sys

AS_OF = "2026-11-20T09:00:00+04:00"


def write(root, indicators, rows, as_of=AS_OF, checked_at=AS_OF, stale_after=1000000):
    # Of its own: several may be written at once.
    chance = random.Random(f"{indicators}x{rows}")
    os.makedirs(f"{root}/indicators")
    keys = [f"series-{n:05}" for n in range(indicators)]
    size = (indicators + 7) // 8
    definition = {
        "format": 1, "version": "1", "asOf": as_of, "utcOffset": "+04:00",
        "sourceStatus": "verified", "sdmx": {"agency": "BENCH", "dataflow": "MACRO", "refArea": "AZ"},
        "units": {"rate": {"ru": "манат за единицу", "en": "manat per unit"},
                  "mn": {"ru": "млн манатов", "en": "AZN mn"}},
        "sources": {"cb": {"name": {"ru": "Центральный банк", "en": "Central Bank"},
                           "url": "https://bank.example/", "staleAfterHours": stale_after}},
        "categories": [{"id": f"c{n}", "name": {"ru": f"Раздел {n}", "en": f"Section {n}"},
                        "indicators": keys[n * size:(n + 1) * size]} for n in range(8)],
    }
    with open(f"{root}/dataset.json", "w") as file:
        json.dump(definition, file, ensure_ascii=False)
    with open(f"{root}/checks.csv", "w") as file:
        file.write(f"source,checked_at,error\ncb,{checked_at},\n")
    for number, key in enumerate(keys):
        daily = number % 2 == 0
        with open(f"{root}/indicators/{key}.json", "w") as file:
            json.dump({"name": {"ru": f"Показатель {number}", "en": f"Indicator {number}"},
                       "unit": "rate" if daily else "mn", "periodType": "daily" if daily else "month_end",
                       "measure": "rate" if daily else "amount", "source": "cb"}, file, ensure_ascii=False)
        value, lines = chance.randint(10000, 90000), []
        for row in range(rows):
            value = max(1000, value + chance.randint(-150, 150))
            if daily:
                day = datetime.date(2026, 11, 19) - datetime.timedelta(days=rows - 1 - row)
                lines.append(f"{day},{value / 10000:.4f}")
            else:
                month = 2026 * 12 + 9 - (rows - 1 - row)
                lines.append(f"{month // 12:04}-{month % 12 + 1:02},{value / 10:.1f}")
        with open(f"{root}/indicators/{key}.csv", "w") as file:
            file.write("date,value\n" + "\n".join(lines) + "\n")


if __name__ == "__main__":
    write(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
