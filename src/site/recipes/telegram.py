# pip install requests "cachecontrol[filecache]"
import os
from decimal import Decimal

import requests
from cachecontrol import CacheControl
from cachecontrol.caches import FileCache

session = CacheControl(requests.Session(), cache=FileCache(".http-cache"))
latest = session.get("BASE/data/KEY/latest.json", timeout=10).json(parse_float=Decimal)
text = f"{latest['name']}\n{latest['current']['label']}: {latest['current']['text']}"
if latest["difference"]["abs"] is not None:
    text += f"\n{latest['difference']['abs']:+} {latest['unit']}"
if latest["sourceStatus"] != "verified":
    text += f"\nsourceStatus: {latest['sourceStatus']}"
print(text)
token, chat = os.environ.get("TELEGRAM_TOKEN"), os.environ.get("TELEGRAM_CHAT")
if token and chat:
    requests.post(f"https://api.telegram.org/bot{token}/sendMessage", json={"chat_id": chat, "text": text}, timeout=10)
