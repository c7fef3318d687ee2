# pip install sdmx1
import sdmx

sdmx.add_source({"id": "AGENCY", "name": "AGENCY", "url": "ROOT/sdmx"})
client = sdmx.Client("AGENCY")
message = client.data("FLOW", key={"INDICATOR": "KEY"})
frame = sdmx.to_pandas(message, attributes="o")
print(frame[frame["OBS_STATUS"] != "V"].tail())
