#!/usr/bin/env python3
"""Mistakes of a day's work, as data: what becomes of each on its way to the public.

    tests/faults/mistakes.py [PROGRAM]       target/debug/indicatord by default

Each mistake is made in a dataset that is in service, by hand or by a command, and published: `check`, the command or `publish`
refuses it, or it becomes public, and then the comparison that `publish` shows has to name it: figures by date and both values,
all else by file and field. At most `MOST` become public without a word, `MOST_OF_FORMER` of those that an earlier list had
left. Prints a line for each that does, and the counts; ends with 1 where a promise is broken.
"""

import collections
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

from mistakes_fixture import ROOT, base
from mistakes_list import mistakes

# Nobody else writes to these datasets: they are not waited for.
os.environ["INDICATORD_REST_MS"] = "1"
MOST, MOST_OF_FORMER = 20, 3


class Replay:
    def __init__(self, program):
        self.program = program
        self.scratch = pathlib.Path(tempfile.mkdtemp())
        self.template, self.store = self.scratch / "base", self.scratch / "store"
        base(self.template)
        done = self.run("publish", self.template, "--new-store", "--store", self.store, "--no-reload", "--yes")
        if done.returncode != 0:
            sys.exit(f"the dataset without mistakes is not published: {done.stderr}")

    def run(self, *arguments):
        return subprocess.run(
            [self.program, *map(str, arguments), "--lang", "en"], capture_output=True, text=True
        )

    def outcome(self, number, mistake):
        """Where it was caught and by which kinds, or what passed unnamed; what was said."""
        at = self.scratch / f"d{number}"
        shutil.copytree(self.template, at)
        try:
            if isinstance(mistake.done, dict):
                words = list(mistake.done["words"])
                if mistake.done["file"]:
                    name, content = mistake.done["file"]
                    file = self.scratch / f"{number}-{name}"
                    file.write_text(content)
                    words = [str(file) if word == "FILE" else word for word in words]
                done = self.run(*words, "--dataset", at)
                said = done.stdout + done.stderr
                if done.returncode != 0:
                    return "refused by the command", kinds(done.stderr), said
            else:
                mistake.done(at)
                said = ""
            done = self.run("publish", at, "--store", self.store, "--dry-run")
            said += done.stdout + done.stderr
            if "nothing was done" in done.stdout:
                return "nothing is done", set(), said
            if done.returncode == 2:
                return "error at `check`", set(), said
            if done.returncode != 0:
                return "refused by `publish`", kinds(done.stderr), said
            return "public", set(), said
        finally:
            shutil.rmtree(at)


def kinds(stderr):
    return {line.split()[0].rstrip(":") for line in stderr.splitlines() if line.startswith("  ")}


def main():
    program = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "target/debug/indicatord").resolve()
    replay = Replay(program)
    all_mistakes = mistakes()
    counts, public, former, broken = collections.Counter(), 0, 0, []
    with ThreadPoolExecutor(os.cpu_count()) as workers:
        outcomes = list(workers.map(replay.outcome, range(len(all_mistakes)), all_mistakes))
    shutil.rmtree(replay.scratch)
    by_kind = collections.Counter()
    for mistake, (where, needed, said) in zip(all_mistakes, outcomes):
        counts[(mistake.group, where)] += 1
        by_kind.update(needed)
        name = f"{mistake.group}: {mistake.name}"
        if where != "public":
            if mistake.named:
                print(f"caught, though it was not expected to be: {name} ({', '.join(sorted(needed))})")
            continue
        public += 1
        former += mistake.former
        print(f"public: {name}")
        is_named = mistake.named is not None and re.search(mistake.named, said)
        if not is_named or " responses\n" in said or "nothing differs" in said:
            broken.append(f"{name} is not named {mistake.named}:\n{said}")
    for (group, where), count in sorted(counts.items()):
        print(f"{group}: {count} {where}")
    print("kinds: " + ", ".join(f"{kind} {count}" for kind, count in by_kind.most_common()))
    of_former = sum(mistake.former for mistake in all_mistakes)
    print(f"{len(all_mistakes)} mistakes, {public} public; of the {of_former} that an earlier list had left, {former}")
    if public > MOST or former > MOST_OF_FORMER:
        broken.append("more mistakes become public than may")
    print("\n".join(broken), file=sys.stderr)
    sys.exit(1 if broken else 0)


if __name__ == "__main__":
    main()
