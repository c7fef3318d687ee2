# pip install polars
IMPORT_OS

import polars as pl

BASE = ADDRESS
history = pl.read_csv(
    BASE + "PREFIX/history.csv",
    schema_overrides={"date": pl.Date, "value": pl.Float64},
    infer_schema=False,
)
print(history.filter(pl.col("key") == "KEY").select("date", "value", "unit").tail())
