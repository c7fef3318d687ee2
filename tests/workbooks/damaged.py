#!/usr/bin/env python3
"""Damages files of sources at random, and lists what the program reads of them.

    tests/workbooks/damaged.py PROGRAM [COUNT [SEED [FOLDER ...]]]

The files are those of layouts/, of the folders that are named, and small messages. Bytes are changed, cut off, moved or
twice; of an .xlsx also the XML of a part, which is packed anew with right sums. Every file is refused or read, within 20 s
and 512 MiB, without a panic. An .xlsx whose bytes were changed has sums of its parts: it is refused, or read as it was.
Ends with 1 after the first files that are not.
"""

import io
import os
import pathlib
import random
import re
import resource
import subprocess
import sys
import tempfile
import zipfile

SECONDS = 20
MEMORY = 512 << 20
BATCH = 20
LAYOUTS = pathlib.Path(__file__).resolve().parent / "layouts"

MESSAGES = {
    "sdmx.csv": "FREQ,ITEM,TIME_PERIOD,OBS_VALUE,OBS_STATUS\n"
    + "".join(f"M,M3,2025-{month:02},{100 + month}.5,A\n" for month in range(1, 13)),
    "generic.xml": '<m:GenericData xmlns:m="m"><m:DataSet><Series><SeriesKey><Value id="FREQ" value="M"/></SeriesKey>'
    + "".join(f'<Obs><ObsDimension value="2025-{month:02}"/><ObsValue value="{month}.5"/></Obs>' for month in range(1, 13))
    + "</Series></m:DataSet></m:GenericData>",
    "specific.xml": '<m:StructureSpecificData xmlns:m="m"><m:DataSet><Group FREQ="M" UNIT_MULT="6"/><Series FREQ="M" ITEM="M3">'
    + "".join(f'<Obs TIME_PERIOD="2025-{month:02}" OBS_VALUE="{month}.5" OBS_STATUS="P"/>' for month in range(1, 13))
    + "</Series></m:DataSet></m:StructureSpecificData>",
    "stat.json": '{"id":["FREQ","time"],"size":[1,3],"dimension":{"FREQ":{"category":{"label":{"M":""}}},'
    '"time":{"category":{"index":{"2025-01":0,"2025-02":1,"2025-03":2}}}},"value":[1.5,1.6,null],"status":{"1":"p"}}',
    "table.csv": "Dövr;M2;M3\n" + "".join(f"{month:02}.2025;{month},5;1 {month:03},25\n" for month in range(1, 13)),
    "bulletin.xml": '<ValCurs Date="04.09.2026"><ValType><Valute Code="USD"><Nominal>1</Nominal><Value>1.7</Value></Valute>'
    "</ValType></ValCurs>",
}


def damage(chance, content):
    content = bytearray(content)
    for _ in range(chance.randint(1, 6)):
        start = chance.randrange(len(content) + 1)
        end = min(len(content), start + chance.choice([1, 2, 4, 16, 512, 4096]))
        kind = chance.randrange(7)
        if kind == 0 and start > 8:
            del content[start:]
        elif kind == 1:
            del content[start:end]
        elif kind == 2:
            content[start:start] = content[start:end]
        elif kind == 3:
            content[start:end] = bytes(end - start)
        elif kind == 4:
            other = chance.randrange(len(content) + 1)
            content[start:end] = content[other : other + end - start]
        else:
            at = min(start, len(content) - 1)
            content[at : at + 1] = bytes([chance.choice([0, 255, 34, 60, 62, 44, 59, 57, chance.randrange(256)])])
    return bytes(content)


def damage_part(chance, content):
    """Damages one part of an archive, and packs it anew."""
    packed = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as book, zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as other:
        names = book.namelist()
        chosen = chance.choice([name for name in names if name.endswith((".xml", ".rels"))])
        for name in names:
            text = book.read(name)
            if name == chosen:
                tags = [found.span() for found in re.finditer(rb"<[^>]*>", text)]
                start, end = chance.choice(tags)
                text = chance.choice([text[:start] + text[end:], text[:end] + text[start:], damage(chance, text)])
            other.writestr(name, text)
    return packed.getvalue()


def limit():
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS + 1))


def listed(program, dataset, paths):
    """What the program says of files, and the fault of it, where there is one."""
    command = [program, "import", "--list", "--lang", "en", "--dataset", dataset, *map(str, paths)]
    with tempfile.TemporaryFile() as said:
        process = subprocess.Popen(command, stdout=said, stderr=subprocess.STDOUT, preexec_fn=limit)
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        said.seek(0)
        text = said.read().decode(errors="replace")
    if process.returncode not in (0, 1, 2):
        return text, f"ended with {process.returncode}"
    if "panicked" in text or "internal error" in text:
        return text, "panicked"
    if used.ru_maxrss << 10 > MEMORY:
        return text, f"took {used.ru_maxrss >> 10} MiB"
    return text, None


def figures(text):
    return sorted(line for line in text.splitlines() if "!" in line and "  " in line and "error" not in line)


def main():
    program = sys.argv[1]
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 2000
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    chance = random.Random(seed)
    samples = [(name, text.encode()) for name, text in MESSAGES.items()]
    for folder in [LAYOUTS, *map(pathlib.Path, sys.argv[4:])]:
        samples += [(path.name, path.read_bytes()) for path in sorted(folder.rglob("*.xls*"))]

    faults = []
    summed = 0
    with tempfile.TemporaryDirectory() as directory:
        dataset = str(pathlib.Path(directory, "dataset"))
        subprocess.run([program, "init", dataset], check=True, capture_output=True)
        sound = {}
        for first in range(0, count, BATCH):
            paths = []
            for number in range(first, min(first + BATCH, count)):
                name, content = chance.choice(samples)
                is_archive = content.startswith(b"PK")
                in_part = is_archive and chance.random() < 0.5
                damaged = damage_part(chance, content) if in_part else damage(chance, content)
                path = pathlib.Path(directory, f"{number} {name}")
                path.write_bytes(damaged)
                paths.append(path)
                if is_archive and not in_part:
                    summed += 1
                    if name not in sound:
                        whole = pathlib.Path(directory, f"sound {name}")
                        whole.write_bytes(content)
                        sound[name] = figures(listed(program, dataset, [whole])[0])
                    text, fault = listed(program, dataset, [path])
                    if not fault and figures(text) and figures(text) != sound[name]:
                        fault = "was read as another file"
                    if fault:
                        faults.append((path, fault))

            _, fault = listed(program, dataset, paths)
            for path in paths:
                if fault:
                    _, own = listed(program, dataset, [path])
                    if own:
                        faults.append((path, own))
                if not any(path == other for other, _ in faults):
                    path.unlink()
            for path, fault in faults:
                kept = pathlib.Path(tempfile.gettempdir(), path.name)
                kept.write_bytes(path.read_bytes())
                print(f"{kept}: {fault}")
            if faults:
                return 1
    print(f"{count} damaged files, seed {seed}: all refused or read, {summed} of them with sums")
    return 0


if __name__ == "__main__":
    sys.exit(main())
