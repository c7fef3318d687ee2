"""The cases of `tests/bad.txt`: datasets with one fault each, as changes of `tests/fixtures/base`."""

import pathlib
import re
import shutil

TESTS = pathlib.Path(__file__).resolve().parents[1]
BASE = TESTS / "fixtures/base"


def unescape(text):
    """The bytes of a line of a case: a backslash at its end stands for no line feed."""
    ends = not re.search(r"(?<!\\)(\\\\)*\\$", text)
    text = text if ends else text[:-1]
    out = re.sub(rb"\\(\\|r|t|x[0-9a-f]{2})", lambda m: {b"\\": b"\\", b"r": b"\r", b"t": b"\t"}.get(m[1]) or
                 bytes([int(m[1][1:], 16)]), text.encode())
    return out + (b"\n" if ends else b"")


def changed(old, lines):
    """A file after the changes of a case: `- ` removes a line, `+ ` adds one, two blanks keep one."""
    old, new, at, index = [line for line in re.split(rb"(?<=\n)", old) if line], [], 0, 0
    while index < len(lines):
        if lines[index][0] == "+":
            new.append(unescape(lines[index][2:]))
            index += 1
            continue
        run = index
        while run < len(lines) and lines[run][0] != "+":
            run += 1
        wanted = [unescape(line[2:]) for line in lines[index:run]]
        found = next(i for i in range(at, len(old)) if old[i:i + len(wanted)] == wanted)
        new += old[at:found] + [text for text, line in zip(wanted, lines[index:run]) if line[0] == " "]
        at, index = found + len(wanted), run
    return b"".join(new + old[at:])


def cases():
    """Of each case its name, the lines of changes of each file, and what `check` prints."""
    for text in re.split(r"^== ", (TESTS / "bad.txt").read_text("utf-8"), flags=re.M)[1:]:
        name, rest = text.split("\n", 1)
        changes, expected = rest.split("=>\n", 1)
        files = {}
        for part in re.split(r"^-- ", changes, flags=re.M)[1:]:
            path, *lines = part.splitlines()
            files[path] = [line for line in lines if line]
        yield name, files, expected.rstrip("\n") + "\n"


def write(files, directory):
    """Makes the dataset of a case in a directory that does not exist yet; returns the paths that were written."""
    shutil.copytree(BASE, directory)
    written = []
    for path, lines in files.items():
        path, how = re.fullmatch(r"(.*?)(?: \((new|removed)\))?", path).groups()
        file = directory / path
        if how == "removed":
            file.unlink()
            if not any(file.parent.iterdir()):
                file.parent.rmdir()
            continue
        content = changed(b"" if how == "new" else file.read_bytes(), lines)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)
        written.append(path)
    return written
