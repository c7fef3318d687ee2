# pip install requests "cachecontrol[filecache]"
import os
from decimal import Decimal

import requests
from cachecontrol import CacheControl
from cachecontrol.caches import FileCache

BASE = ADDRESS
session = CacheControl(requests.Session(), cache=FileCache(".http-cache"))
answer = session.get(BASE + "PREFIX/data/KEY/latest.json", timeout=10)
answer.raise_for_status()
latest = answer.json(parse_float=Decimal, parse_int=Decimal)
if "inForce" in latest:
    # Of a rate the one in force, where current may be a decision that is still to take effect.
    text = f"{latest['name']}\n{latest['inForce']['text']}"
else:
    text = f"{latest['name']}\n{latest['current']['label']}: {latest['current']['text']}"
    if latest["difference"]["abs"] is not None:
        text += f"\n{latest['difference']['abs']:+f}"
    if latest["difference"]["pct"] is not None:
        text += f" ({latest['difference']['pct']:+f} %)"
if latest["sourceStatus"] != "verified":
    text += f"\nsourceStatus: {latest['sourceStatus']}"
print(text)
token, chat = os.environ.get("TELEGRAM_TOKEN"), os.environ.get("TELEGRAM_CHAT")
if token and chat:
    requests.post(f"https://api.telegram.org/bot{token}/sendMessage", json={"chat_id": chat, "text": text}, timeout=10)
