# pip install sdmx1
IMPORT_OS

import sdmx

BASE = ADDRESS
sdmx.add_source({"id": "AGENCY", "name": "AGENCY", "url": BASE + "/sdmx"})
client = sdmx.Client("AGENCY")
message = client.data("FLOW", key={"INDICATOR": "KEY"})
frame = sdmx.to_pandas(message, attributes="o")
print(frame[frame["OBS_STATUS"] != "V"].tail())
