# pip install pandas
IMPORT_OS

import pandas as pd

BASE = ADDRESS
history = pd.read_csv(
    BASE + "PREFIX/data/KEY/history.csv?from=2020",
    storage_options={"Accept-Encoding": "gzip"},
    parse_dates=["date"],
    index_col="date",
)
print(history["value"].tail())
