# pip install pandas requests "cachecontrol[filecache]"
import io
IMPORT_OS

import pandas as pd
import requests
from cachecontrol import CacheControl
from cachecontrol.caches import FileCache

BASE = ADDRESS
session = CacheControl(requests.Session(), cache=FileCache(".http-cache"))


def table(path, **options):
    answer = session.get(BASE + "PREFIX" + path, timeout=60)
    answer.raise_for_status()
    # Only empty cells are missing; keys are text, even "null" or "007".
    return pd.read_csv(io.BytesIO(answer.content), keep_default_na=False, na_values=[""], dtype={"key": str}, **options)


now = table("/data.csv", index_col="key")
print(now.loc["KEY", ["value_raw", "unit", "period_date", "source_status"]])

history = table("/history.csv")
wide = history.pivot(index="date", columns="key", values="value")
verified = now.index[now["source_status"] == "verified"]
print(wide[verified].tail())
