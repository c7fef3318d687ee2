# pip install requests "cachecontrol[filecache]"
IMPORT_OS
from decimal import Decimal

import requests
from cachecontrol import CacheControl
from cachecontrol.caches import FileCache

BASE = ADDRESS
session = CacheControl(requests.Session(), cache=FileCache(".http-cache"))
answer = session.get(BASE + "PREFIX/data/KEY.json", timeout=10)
answer.raise_for_status()
indicator = answer.json(parse_float=Decimal)
if indicator["sourceStatus"] != "verified":
    raise SystemExit(f"sourceStatus: {indicator['sourceStatus']}")
print(indicator["period"]["date"], indicator["valueRaw"], indicator["unit"])
