# pip install pandas requests "cachecontrol[filecache]"
import io
IMPORT_OS

import pandas as pd
import requests
from cachecontrol import CacheControl
from cachecontrol.caches import FileCache

BASE = ADDRESS
session = CacheControl(requests.Session(), cache=FileCache(".http-cache"))
status = session.get(BASE + "PREFIX/data/KEY.json", timeout=10).json()["sourceStatus"]
answer = session.get(BASE + "PREFIX/data/KEY/vintages.csv", timeout=60)
v = pd.read_csv(io.BytesIO(answer.content), keep_default_na=False, dtype={"realtime_start": str, "realtime_end": str})
day = "2026-09-01"

as_of = v[(v.realtime_start <= day) & ((v.realtime_end == "") | (v.realtime_end > day))].set_index("date").value
first = v.groupby("date").value.first()
matrix = v.pivot(index="date", columns="realtime_start", values="value").sort_index(axis=1).ffill(axis=1)
print(status, as_of.tail(3), first.tail(3), matrix.tail(3), sep="\n")
