"""Starts the service on a free port, for tests of its readers."""

import contextlib
import re
import subprocess

HOSTILE = "tests/fixtures/hostile"


@contextlib.contextmanager
def serve(program, dataset, *options, listen="127.0.0.1:0"):
    """The address of a running service."""
    service = subprocess.Popen(
        [program, "serve", "--dataset", dataset, "--listen", listen, *options],
        stderr=subprocess.PIPE, text=True,
    )
    try:
        yield next(found[1] for line in service.stderr if (found := re.search(r"listening on (http://\S+)", line)))
    finally:
        service.terminate()
        service.wait()
        service.stderr.close()


def export(program, dataset, out, *options):
    """The resources of a dataset as files."""
    subprocess.run([program, "export", str(out), "--dataset", str(dataset), "--at", "2026-11-20T09:00:00+04:00", *options], check=True,
                   stderr=subprocess.DEVNULL)
    return out
