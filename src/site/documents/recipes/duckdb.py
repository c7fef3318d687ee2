# pip install duckdb requests
IMPORT_OS

import duckdb
import requests

BASE = ADDRESS
# DuckDB reads a local file without extensions.
with requests.get(BASE + "PREFIX/history.csv", timeout=60) as answer, open("history.csv", "wb") as file:
    answer.raise_for_status()
    file.write(answer.content)
print(duckdb.sql("""
    SELECT key, max(date) AS newest, arg_max(value, date) AS value
    FROM read_csv('history.csv', all_varchar = true, types = {'date': 'DATE', 'value': 'DECIMAL(38, 10)'})
    GROUP BY key
    ORDER BY key
"""))
