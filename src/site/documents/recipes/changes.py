# pip install pandas
IMPORT_OS

import pandas as pd

BASE = ADDRESS
changes = pd.read_csv(BASE + "PREFIX/data/KEY/changes.csv?from=2015", parse_dates=["date"], index_col="date")
# Empty where there is nothing to compare with. For totals since January, month and last12 are those that follow from them.
print(changes[["value", "yoy_abs", "yoy_pct", "month", "last12"]].tail())
