"""A client that openapi-python-client makes of the service's own description calls every operation of a running service.

    generated.py PROGRAM
"""

import importlib
import inspect
import json
import pkgutil
import subprocess
import sys
import tempfile
from pathlib import Path

import requests
from service import HOSTILE, serve

# What the description leaves to the dataset.
IN_PATH = {"key": "revised", "category": "long", "agency": "all", "id": "all", "version": "latest", "flow": "ODD", "series": "M.AZ.revised"}


def generate(base, directory):
    document = requests.get(f"{base}/openapi.json", timeout=10).json()
    (directory / "openapi.json").write_text(json.dumps(document))
    # What is no JSON and no text is handed over as it came.
    types = {media for item in document["paths"].values() for operation in item.values() if isinstance(operation, dict)
             for response in operation["responses"].values() for media in response.get("content", {})}
    types.add("application/xml")
    config = directory / "config.json"
    config.write_text(json.dumps({"content_type_overrides": {
        media: "application/octet-stream" for media in types if media != "application/json" and not media.startswith("text/")}}))
    tool = Path(sys.executable).with_name("openapi-python-client")
    made = subprocess.run([tool, "generate", "--path", "openapi.json", "--output-path", "made", "--meta", "none", "--config", config],
                          cwd=directory, check=True, capture_output=True, text=True)
    assert (directory / "made/client.py").exists(), made.stdout
    return document


def operations(package):
    for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        if not module.ispkg:
            yield importlib.import_module(module.name)


def main(program):
    with tempfile.TemporaryDirectory() as directory, serve(program, HOSTILE) as base:
        directory = Path(directory)
        document = generate(base, directory)
        sys.path.insert(0, str(directory))
        from made import Client, api

        # `/en` is an address that was moved.
        client = Client(base_url=base, follow_redirects=True)
        described = sum(isinstance(operation, dict) for item in document["paths"].values() for operation in item.values())
        called = parsed = 0
        for module in operations(api):
            wanted = inspect.signature(module.sync_detailed).parameters
            arguments = {name: IN_PATH[name.rstrip("_")] for name in wanted if name.rstrip("_") in IN_PATH}
            answer = module.sync_detailed(client=client, **arguments)
            name = module.__name__.rsplit(".", 1)[-1]
            assert answer.status_code == 200 and answer.content, (name, answer)
            parsed += answer.parsed is not None
            called += 1
        assert called == described, (called, described)
        assert parsed > 20
        # Through the types that were made of the schemas.
        latest = importlib.import_module("made.api.more.get_latest_in_english").sync(key="revised", client=client)
        assert latest.current.value_raw == 7 and latest.previous.value_raw == 0 and latest.difference.pct is None
        print(f"{called} operations were called by a client that was generated from the description")


if __name__ == "__main__":
    main(*sys.argv[1:])
