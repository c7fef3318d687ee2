"""The files of the National Summary Data Page, as other people's programs read them.

    nsdp.py PROGRAM [STRUCTURE]

Of the built-in dataset and of one that `init` makes: every file is valid by the official schemas and by that of the IMF's
structure, and sdmx1 and a reader of the standard library find the values of `history.csv` in it. The structure is written
here from its published identifiers; STRUCTURE is a file of the IMF's registry to take in its place, whose lists of codes may
be incomplete.
"""

import csv
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as standard
from decimal import Decimal
from pathlib import Path

import sdmx
from lxml import etree
from own_schema import schema

AGENCY = 'agencyID="IMF" version="1.0"'
DIMENSIONS = ["DATA_DOMAIN", "REF_AREA", "INDICATOR", "COUNTERPART_AREA", "FREQ"]
OF_SERIES = ["UNIT_MULT", "BASE_PER", "TIME_FORMAT"]
NAME = '<com:Name xml:lang="en">x</com:Name>'


def structure():
    """A message with the data structure ECOFIN_DSD."""
    concept = lambda id: f'<str:ConceptIdentity><Ref id="{id}" maintainableParentID="ECOFIN_CONCEPTS" maintainableParentVersion="1.0" agencyID="IMF" package="conceptscheme" class="Concept"/></str:ConceptIdentity>'
    concepts = "".join(f'<str:Concept id="{id}">{NAME}</str:Concept>' for id in [*DIMENSIONS, *OF_SERIES, "TIME_PERIOD", "OBS_STATUS", "OBS_VALUE"])
    dimensions = "".join(f'<str:Dimension id="{id}" position="{place}">{concept(id)}</str:Dimension>' for place, id in enumerate(DIMENSIONS, 1))
    of_series = "".join(f'<str:Dimension><Ref id="{id}"/></str:Dimension>' for id in DIMENSIONS)
    attributes = "".join(
        f'<str:Attribute id="{id}" assignmentStatus="{"Mandatory" if id == "UNIT_MULT" else "Conditional"}">{concept(id)}<str:AttributeRelationship>{of_series}</str:AttributeRelationship></str:Attribute>'
        for id in OF_SERIES)
    return f"""<mes:Structure xmlns:mes="http://www.sdmx.org/resources/sdmxml/schemas/v2_1/message" xmlns:str="http://www.sdmx.org/resources/sdmxml/schemas/v2_1/structure" xmlns:com="http://www.sdmx.org/resources/sdmxml/schemas/v2_1/common">
<mes:Header><mes:ID>x</mes:ID><mes:Test>false</mes:Test><mes:Prepared>2026-01-01T00:00:00Z</mes:Prepared><mes:Sender id="IMF"/></mes:Header>
<mes:Structures><str:Concepts><str:ConceptScheme id="ECOFIN_CONCEPTS" {AGENCY}>{NAME}{concepts}</str:ConceptScheme></str:Concepts>
<str:DataStructures><str:DataStructure id="ECOFIN_DSD" {AGENCY}>{NAME}<str:DataStructureComponents>
<str:DimensionList id="DimensionDescriptor">{dimensions}<str:TimeDimension id="TIME_PERIOD" position="6">{concept("TIME_PERIOD")}<str:LocalRepresentation><str:TextFormat textType="ObservationalTimePeriod"/></str:LocalRepresentation></str:TimeDimension></str:DimensionList>
<str:AttributeList id="AttributeDescriptor">{attributes}<str:Attribute id="OBS_STATUS" assignmentStatus="Conditional">{concept("OBS_STATUS")}<str:AttributeRelationship><str:PrimaryMeasure><Ref id="OBS_VALUE"/></str:PrimaryMeasure></str:AttributeRelationship></str:Attribute></str:AttributeList>
<str:MeasureList id="MeasureDescriptor"><str:PrimaryMeasure id="OBS_VALUE">{concept("OBS_VALUE")}</str:PrimaryMeasure></str:MeasureList>
</str:DataStructureComponents></str:DataStructure></str:DataStructures></mes:Structures></mes:Structure>""".encode()


def read(path):
    """Every series with its key and its values by period, as a program reads it that knows nothing of SDMX."""
    series = {}
    for element in standard.parse(path).getroot().iter("Series"):
        key = ".".join(element.get(name) for name in DIMENSIONS)
        assert key not in series, key
        series[key] = {row.get("TIME_PERIOD"): row.get("OBS_VALUE") for row in element.iter("Obs")}
    return series


def by_sdmx1(path, definition):
    message = sdmx.read_sdmx(path, structure=definition)
    return {".".join(str(key[name].value) for name in DIMENSIONS): {str(row.dimension["TIME_PERIOD"].value): str(row.value) for row in rows}
            for key, rows in message.data[0].series.items()}


def period_of(date, key):
    """The period that ends on a date, by the frequency at the end of the key of a series."""
    if not date:
        return ""
    year, month, _ = date.split("-")
    return {"A": year, "Q": f"{year}-Q{(int(month) + 2) // 3}", "M": f"{year}-{month}", "D": date}[key.rsplit(".", 1)[1]]


def check(out, definition, own):
    rows = list(csv.DictReader(open(out / "en/history.csv", encoding="utf-8", newline="")))
    histories = {}
    for row in rows:
        histories.setdefault(row["key"], []).append((row["date"], row["value"]))
    paths = sorted((out / "nsdp").glob("*.xml"))
    page = (out / "en/nsdp/index.html").read_text()
    assert paths and page.count('.xml">') == len(paths)
    count = 0
    for path in paths:
        assert f'href="/nsdp/{path.name}"' in page, path
        assert own.validate(etree.parse(str(path))), (path, own.error_log)
        series = read(path)
        assert series and all(key.startswith(path.stem + ".") for key in series), series
        for key, values in series.items():
            # The newest of one indicator, at its dates, and none that it does not have.
            newest = [[(period_of(date, key), value) for date, value in history[-len(values):]] for history in histories.values()]
            assert values and list(values.items()) in newest, key
            count += len(values)
        decimals = lambda series: {key: {period: Decimal(value) for period, value in values.items()} for key, values in series.items()}
        assert decimals(by_sdmx1(path, definition)) == decimals(series), path
    return len(paths), count


def main(program, given=None):
    text = Path(given).read_bytes() if given else structure()
    with tempfile.TemporaryDirectory() as directory:
        directory = Path(directory)
        (directory / "structure.xml").write_bytes(text)
        definition = sdmx.read_sdmx(directory / "structure.xml").structure["ECOFIN_DSD"]
        own = schema(etree.fromstring(structure()))
        subprocess.run([program, "init", "--full", directory / "begun"], check=True, stdout=subprocess.DEVNULL)
        for name, dataset in [("built-in", []), ("begun", ["--dataset", directory / "begun"])]:
            out = directory / f"out-{name}"
            subprocess.run([program, "export", out, *dataset], check=True)
            files, observations = check(out, definition, own)
            print(f"{name}: {observations} observations in {files} files for the IMF are valid and read")


if __name__ == "__main__":
    main(*sys.argv[1:])
