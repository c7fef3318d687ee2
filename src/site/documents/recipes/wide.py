# pip install pandas
IMPORT_OS

import pandas as pd

BASE = ADDRESS
# A column for each indicator of a category, a row for each date; keys=SEVERAL selects some in place of category.
table = pd.read_csv(BASE + "PREFIX/history.csv?category=CATEGORY&shape=wide&last=12", parse_dates=["date"], index_col="date")
print(table.tail())
