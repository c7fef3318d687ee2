"""Runs a command with the address of a running service as its last argument.

    with_service.py PROGRAM COMMAND …
"""

import subprocess
import sys

from service import HOSTILE, serve


def main(program, *command):
    with serve(program, HOSTILE) as base:
        sys.exit(subprocess.run([*command, base]).returncode)


if __name__ == "__main__":
    main(*sys.argv[1:])
