BASE=ADDRESS
# Between two periods, both included: YYYY, YYYY-Qn, YYYY-MM or YYYY-MM-DD.
curl -fsS --compressed "${BASE}PREFIX/data/KEY/history.csv?from=2024-Q1&to=2026-06"
# The latest three observations as known at the end of a day.
curl -fsS --compressed "${BASE}PREFIX/data/KEY/history.csv?asOf=2026-09-30&last=3"
# Every value that was ever published for the latest three dates.
curl -fsS --compressed "${BASE}PREFIX/data/KEY/vintages.csv?last=3"
# The latest twelve observations of several indicators, downloaded again only if one of them has changed.
curl -fsS --compressed --etag-compare last.etag --etag-save last.etag -o last.csv "${BASE}PREFIX/history.csv?keys=SEVERAL&last=12"
cat last.csv
