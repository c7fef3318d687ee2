"""Asks as the Bank of Italy's SDMX connectors (R, MATLAB, SAS, Stata, Excel) do, and reads what they read of an answer.

Their Java is not to be had from PyPI or Debian. What it sends and reads stands here: paths end with a slash, data are asked
for as structure-specific data by `Accept` alone, and of a message the elements DataSet, Series and Obs count by their local
names, with concepts as attributes without a namespace.
"""

import requests
from lxml import etree

ACCEPT = "application/vnd.sdmx.structurespecificdata+xml;version=2.1"


class Connectors:
    def __init__(self, root):
        self.root = root

    def ask(self, path, accept="*/*", **parameters):
        headers = {"Accept": accept, "Accept-Encoding": "gzip,deflate", "Accept-Language": "en"}
        answer = requests.get(f"{self.root}/{path}/", params=parameters, headers=headers, timeout=10)
        answer.raise_for_status()
        return answer, etree.fromstring(answer.content)

    def flows(self):
        _, message = self.ask("dataflow/all/all/latest")
        return {of.get("id"): ",".join(of.get(name) for name in ["agencyID", "id", "version"])
                for of in message.iter("{*}Dataflow")}

    def structure(self, agency, flow):
        """The identifiers of the dimensions and the codes of each; of the time dimension and the measure only the name."""
        _, message = self.ask(f"dataflow/{agency}/{flow}/latest")
        reference = next(message.iter("{*}Dataflow")).find("{*}Structure/Ref")
        _, message = self.ask(f"datastructure/{reference.get('agencyID')}/{reference.get('id')}/{reference.get('version')}",
                              references="children")
        lists = {of.get("id"): {code.get("id") for code in of.iter("{*}Code")} for of in message.iter("{*}Codelist")}
        dimensions = {of.get("id"): lists[of.find(".//{*}Enumeration/Ref").get("id")] for of in message.iter("{*}Dimension")
                      if of.get("position")}
        return dimensions, next(message.iter("{*}TimeDimension")).get("id"), message.find(".//{*}MeasureList/{*}PrimaryMeasure").get("id")

    def series(self, flow, key, structure, start="", end="", keys_only=False):
        """Attributes and observations of each series, by its key."""
        dimensions, time, measure = structure
        parameters = {"startPeriod": start, "endPeriod": end, "detail": "serieskeysonly" if keys_only else ""}
        answer, message = self.ask(f"data/{flow}/{key}", ACCEPT, **{name: of for name, of in parameters.items() if of})
        assert answer.headers["Content-Type"] == "application/vnd.sdmx.structurespecificdata+xml; version=2.1"
        assert answer.headers["Vary"] == "Accept, Accept-Encoding"
        found = {}
        for of in message.iter("{*}Series"):
            key = ".".join(of.attrib[dimension] for dimension in dimensions)
            attributes = {name: value for name, value in of.attrib.items() if name not in dimensions}
            observations = {row.attrib[time]: row.attrib[measure] for row in of.iter("{*}Obs")}
            found[key] = (attributes, observations)
        return found
