"""pandaSDMX against a running service: structures, all data, one series, a key given as a dict.

    pandasdmx_client.py PROGRAM
"""

import sys
import warnings

warnings.simplefilter("ignore")
import pandasdmx
from service import HOSTILE, serve

AGENCY, FLOW = "TEST.HOSTILE", "ODD"


def main(program):
    with serve(program, HOSTILE) as base:
        pandasdmx.add_source({"id": AGENCY, "name": "hostile texts", "url": f"{base}/sdmx"})
        client = pandasdmx.Request(AGENCY)
        assert FLOW in client.dataflow().dataflow
        whole = client.dataflow(FLOW)
        assert f"{FLOW}_DSD" in whole.structure and "CL_INDICATOR" in whole.codelist
        every = pandasdmx.to_pandas(client.data(FLOW))
        assert len(set(every.index.get_level_values("INDICATOR"))) == 8
        one = pandasdmx.to_pandas(client.data(FLOW, key="M.AZ.revised"))
        by_dict = pandasdmx.to_pandas(client.data(FLOW, key={"INDICATOR": "revised"}))
        assert list(one) == list(by_dict) == [101.5, 103.25, 104, 104.7, 0, 7], list(one)
        assert every.xs("breaks", level="INDICATOR").tolist() == [1600, 1700, 1800, 1900]
        print(f"pandaSDMX {pandasdmx.__version__} sees the same series")


if __name__ == "__main__":
    main(*sys.argv[1:])
