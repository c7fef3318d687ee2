"""Validates exported resources with other people's readers: JSON Schema, OpenAPI, CSV, iCalendar.

    validate.py PROGRAM [DATASET …]     exports the embedded dataset, a trying one and each DATASET, and validates that
"""

import csv
import io
import json
import re
import subprocess
import sys
import tempfile
from decimal import Decimal
from pathlib import Path

import icalendar
from jsonschema import Draft202012Validator, FormatChecker
from openapi_spec_validator import OpenAPIV31SpecValidator

AT = "2026-11-20T09:00:00+04:00"


def load(path):
    return json.loads(path.read_text(encoding="utf-8"), parse_float=Decimal)


def validator(document, reference):
    """A validator of one definition, with every definition of the document at hand."""
    return Draft202012Validator({**document, "oneOf": [{"$ref": reference}]}, format_checker=FormatChecker())


def check(validator, instance, what):
    errors = [f"{what}: {'/'.join(map(str, error.absolute_path))}: {error.message[:300]}" for error in validator.iter_errors(instance)]
    assert not errors, "\n".join(errors[:20])


def served(path, root, media):
    """The exported files that a path of the document stands for."""
    if media == "text/html":
        path = path.rstrip("/") + "/index.html"
    return sorted(root.glob(re.sub(r"\{\w+\}", "*", path.lstrip("/"))))


def check_schema(root):
    schema = load(root / "schema/1.0.json")
    Draft202012Validator.check_schema(schema)
    for language in (root, root / "en"):
        check(validator(schema, "#/$defs/collection"), load(language / "data.json"), "data.json")
        for file in language.glob("data/*.json"):
            check(validator(schema, "#/$defs/indicator"), load(file), file)
    # Strict: what the schema does not name is refused, and a number is not a text.
    one = validator(schema, "#/$defs/indicator")
    example = load(next((root / "data").glob("*.json")))
    for broken in ({**example, "asOf": "2026-11-20T09:00:00+04:00"}, {**example, "value": "1.7"}, {**example, "notes": ""},
                   {**example, "publicationDate": "2026-02-30"}, {k: v for k, v in example.items() if k != "change"}):
        assert not one.is_valid(broken), broken


def check_openapi(root):
    document = load(root / "openapi.json")
    OpenAPIV31SpecValidator(document).validate()
    components = {"components": document["components"]}
    seen, described = set(), set()
    for path, item in document["paths"].items():
        response = item["get"]["responses"]["200"]
        media, content = next(iter(response["content"].items()))
        # The document describes itself, and its examples look like its schemas.
        one = validator(components, content["schema"]["$ref"])
        if "example" in content:
            check(one, content["example"], f"example of {path}")
        described.add(path)
        for file in served(path, root, media):
            seen.add(file)
            if media == "application/json" or media.startswith("text/"):
                check(one, load(file) if media == "application/json" else file.read_bytes().decode("utf-8"), file)
    for reference in components["components"]["responses"].values():
        for media in reference.get("content", {}).values():
            one = validator(components, media["schema"]["$ref"])
            for example in media["examples"].values():
                check(one, example["value"], "error")
    missing = {file for file in root.rglob("*") if file.is_file()} - seen
    assert not missing, f"not in openapi.json: {sorted(map(str, missing))[:5]}"
    operations = [operation["operationId"] for item in document["paths"].values() for operation in item.values() if isinstance(operation, dict)]
    assert len(operations) == len(set(operations)) == len(described)
    assert "externalValue" not in json.dumps(document, default=str), "a saved file has everything inside"
    check_open(components)


def check_open(components):
    """Outside schema 1.0 a validator allows a member that it does not know, at every depth; inside it does not."""
    examples = load(Path(__file__).parents[2] / "src/site/schema/examples.json")
    paths = {"catalog": "/catalog.json", "history": "/data/{key}/history.json", "vintages": "/data/{key}/vintages.json",
             "latest": "/data/{key}/latest.json", "explanation": "/data/{key}/explain.json", "calendar": "/calendar.json"}

    def grown(value):
        if isinstance(value, dict):
            return {**{name: grown(of) for name, of in value.items()}, "addedTomorrow": {"x": [1]}}
        return [grown(of) for of in value] if isinstance(value, list) else value

    for name, path in paths.items():
        check(validator(components, f"#/components/schemas/{name}"), grown(examples[path]), f"{name} with members added")
    for name, path in {"collection": "/data.json", "indicator": "/data/{key}.json"}.items():
        one = validator(components, f"#/components/schemas/{name}")
        assert one.is_valid(examples[path]) and not one.is_valid({**examples[path], "addedTomorrow": 1}), name


def check_csv(root):
    for language in (root, root / "en"):
        raw = (language / "data.csv").read_bytes()
        assert not raw.startswith(b"\xef\xbb\xbf")
        rows = list(csv.DictReader(io.StringIO(raw.decode("utf-8"), newline=""), strict=True))
        metrics = load(language / "data.json")["metrics"]
        assert [row["key"] for row in rows] == [metric["key"] for metric in metrics]
        for row, metric in zip(rows, metrics):
            number = lambda cell: Decimal(cell) if cell else None
            change = metric["change"]
            assert [number(row[f"{span}_{part}"]) for span in ("mom", "yoy") for part in ("abs", "pct")] == \
                [change[span][part] for span in ("mom", "yoy") for part in ("abs", "pct")], row
            assert (number(row["value"]), number(row["value_raw"])) == (metric["value"], metric["valueRaw"]), row
            assert (row["notes"], row["unit"]) == (metric.get("notes", ""), metric["unit"]), row


def check_calendar(root):
    for language in (root, root / "en"):
        raw = (language / "calendar.ics").read_bytes()
        assert all(len(line) <= 75 for line in raw.split(b"\r\n")) and b"\n" not in raw.replace(b"\r\n", b"")
        calendar, = icalendar.Calendar.from_ical(raw, multiple=True)
        assert not calendar.errors and calendar.subcomponents
        events = calendar.walk("VEVENT")
        assert len({str(event["UID"]) for event in events}) == len(events)
        found = {}
        for event in events:
            assert not event.errors and event["DTSTART"].params["VALUE"] == "DATE"
            found.setdefault(event["DTSTART"].dt.isoformat(), []).extend(str(event["DESCRIPTION"]).split("\n"))
        dates = load(language / "calendar.json")["dates"]
        expected = {date["date"]: "\n".join(i["name"] for i in date["indicators"]).split("\n") for date in dates}
        assert found == expected


def write_trying(directory):
    """A dataset of what people can write though nobody expects it: markup, quotes, long texts, many rows."""
    nasty = "=1+1;\"a\", 'b' \\ \t @keys \"@keys\" <script>alert(1)</script>]]> \u0627\u0644 \U0001f642\nnext"
    both = lambda text: {"ru": text, "en": text}
    months = [f"{2026 - i // 12:04}-{12 - i % 12:02}" for i in range(5000)]
    series = {
        "one": ("daily", "2026-02-28,1\n"),
        "0": ("unknown", ",-0.00\n"),
        "many": ("monthly", "".join(f"{month},{i}.{i}5\n" for i, month in enumerate(months))),
        "2026-01-01": ("month_end", "2026-06,9999999999999999999999999999\n2026-07,-0.0000000000000000000000000001\n"),
    }
    (directory / "indicators").mkdir(parents=True)
    for key, (period_type, rows) in series.items():
        definition = {"name": both(nasty + "очень длинно, " * 800), "unit": "u", "periodType": period_type, "source": "s", "notes": both(nasty)}
        (directory / f"indicators/{key}.json").write_text(json.dumps(definition))
        (directory / f"indicators/{key}.csv").write_text("date,value\n" + rows)
    (directory / "dataset.json").write_text(json.dumps({
        "format": 1, "version": "trying", "asOf": "2026-11-20T09:00:00-03:30", "utcOffset": "-03:30", "sourceStatus": "verified",
        "units": {"u": both(nasty)}, "sources": {"s": {"name": both(nasty), "url": "https://example.org/?a=b;c", "staleAfterHours": 1}},
        "categories": [{"id": "c", "name": both(nasty), "indicators": list(series)}],
    }))
    return str(directory)


def main(program, *datasets):
    with tempfile.TemporaryDirectory() as directory:
        directory = Path(directory)
        for i, dataset in enumerate((None, write_trying(directory / "trying"), *datasets)):
            root = directory / str(i)
            arguments = ["--dataset", dataset] if dataset else []
            subprocess.run([program, "export", str(root), "--at", AT, *arguments], check=True)
            for step in (check_schema, check_openapi, check_csv, check_calendar):
                step(root)
            print(f"{dataset or 'embedded'}: {sum(1 for file in root.rglob('*') if file.is_file())} resources are valid")


if __name__ == "__main__":
    main(*sys.argv[1:])
