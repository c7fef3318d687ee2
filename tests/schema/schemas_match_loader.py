"""Holds the JSON Schemas that `indicatord schema` prints against the loader.

Usage: schemas_match_loader.py PROGRAM

Every file of a dataset that the loader takes is valid by its schema; a schema never refuses what the loader takes; and
what is wrong with a file by itself, whatever stands in others, is refused by both.
"""

import json
import re
import sys
import tempfile
from pathlib import Path

import jsonschema

PROJECT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(PROJECT / "tests/compare"))

import bad_cases  # noqa: E402

AT = "2026-11-20T09:00:00+04:00"
# Cases about one JSON file by itself which a schema cannot see: what JSON readers fold together, what the calendar
# knows, what is only an unusual word, and what refers to something else.
BEYOND_SCHEMAS = re.compile(r"source-unknown|unit-unknown|listed-|unit-wrong|lists-in-two|file-key|twice|repeated|duplicate|"
                            r"utc-offset|no-such|surrogate|(chart-with|below|between)-(itself|other|unknown)|featured-unknown|turned-round|"
                            r"nsdp-without-sdmx")


def validator(subject):
    schema = json.loads((PROJECT / "packaging/schema" / f"{subject}.json").read_text())
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


def documents(dataset):
    """The JSON files of a dataset that can be read at all."""
    for path in [dataset / "dataset.json", *sorted((dataset / "indicators").glob("*.json"))]:
        try:
            yield path.relative_to(dataset).as_posix(), json.loads(path.read_text("utf-8-sig"))
        except (OSError, ValueError):
            continue


def main(program):
    by_file = {"dataset.json": validator("dataset")}
    indicator = validator("indicator")
    compared = refused = failed = 0

    def problem(text):
        nonlocal failed
        failed += 1
        print(text)

    for dataset in [PROJECT / "dataset", PROJECT / "tests/fixtures/base", PROJECT / "tests/fixtures/all-types",
                    PROJECT / "tests/fixtures/clean", PROJECT / "tests/fixtures/hostile"]:
        for name, document in documents(dataset):
            compared += 1
            for error in by_file.get(name, indicator).iter_errors(document):
                problem(f"{dataset.name}/{name}: the loader takes it, its schema does not: {error.message}")

    for name, changes, expected in bad_cases.cases():
        with tempfile.TemporaryDirectory() as scratch:
            dataset = Path(scratch) / "dataset"
            written = bad_cases.write(changes, dataset)
            case = [pair for pair in documents(dataset) if pair[0] in written]
        lines = expected.splitlines()
        for file, document in case:
            compared += 1
            loader = any(re.match(re.escape(file) + r"(:\d+)?: (?!warning)", line) for line in lines)
            schema = not by_file.get(file, indicator).is_valid(document)
            refused += schema
            if schema and not loader:
                problem(f"{name}/{file}: the schema refuses what the loader takes")
            if loader and not schema and not BEYOND_SCHEMAS.search(name):
                problem(f"{name}/{file}: the loader refuses what the schema takes")

    if refused == 0:
        problem("no bad file was refused: the cases are not where this script looks")
    print(f"{compared - failed} passed, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
