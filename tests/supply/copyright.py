#!/usr/bin/env python3
"""Holds packaging/debian/copyright to the crates that are linked into the program, of which it must tell the licences.

    tests/supply/copyright.py

Each crate is in one paragraph, as crates/NAME/*, and nothing else is; the licences of that paragraph are of those that
the crate offers, and are enough for it; the notices of a crate that is not to be had under Apache-2.0 alone are there;
and each licence has its text.
"""
import json, pathlib, re, subprocess, sys

PROJECT = pathlib.Path(__file__).resolve().parent.parent.parent
FILE = "packaging/debian/copyright"
TARGETS = ["x86_64-unknown-linux-gnu", "aarch64-unknown-linux-gnu"]
# What Debian calls them; two licences of one name and another wording end with the name of their owner.
DEBIAN = {"MIT": ["Expat"], "BSD-3-Clause": ["BSD-3-Clause-Google", "BSD-3-Clause-WHATWG"]}
NOTICE = re.compile(r"\W*(?:Copyright\b|\(C\) )\s*(?:\(c\)|©)?\s*(.*\S)")


def cargo(*words):
    return subprocess.run(["cargo", *words], cwd=PROJECT, check=True, capture_output=True, text=True).stdout


def linked():
    """The packages that are linked into the program, without itself."""
    lines = set()
    for target in TARGETS:
        tree = cargo("tree", "--locked", "--edges", "normal,no-proc-macro", "--target", target, "--prefix", "none",
                     "--no-dedupe", "--format", "{p}")
        lines |= {tuple(line.split()[:2]) for line in tree.splitlines() if line.strip()}
    packages = json.loads(cargo("metadata", "--locked", "--format-version", "1"))["packages"]
    return [p for p in packages if p["source"] and (p["name"], "v" + p["version"]) in lines]


def groups(expression):
    """The licences of an SPDX expression in groups; of each group one is needed."""
    return [re.split(r" OR |/", group.strip("()")) for group in expression.split(" AND ")]


def notices(package):
    """The lines of the crate's own licence files that say whose it is."""
    directory = pathlib.Path(package["manifest_path"]).parent
    for path in sorted(directory.iterdir()):
        if re.match("licen[cs]e|copying|copyright|notice", path.name, re.I) and "apache" not in path.name.lower():
            for line in path.read_text(errors="replace").splitlines():
                found = NOTICE.fullmatch(line.rstrip())
                if found and not re.match("notice|license|holder|owner", found[1], re.I):
                    yield re.sub(r"\. All rights reserved\.$|\.$", "", found[1])


def paragraphs(text):
    """The fields of each paragraph."""
    for paragraph in text.split("\n\n"):
        yield dict(re.findall(r"^([A-Z][A-Za-z-]*):(.*(?:\n .*)*)", paragraph, re.M))


def main():
    problems = []
    about, texts, used = {}, set(), set()
    for fields in paragraphs((PROJECT / FILE).read_text()):
        names = re.split(" and | or ", fields.get("License", "").strip().split("\n")[0])
        if "Files" in fields:
            used |= set(names)
            for crate in re.findall(r"crates/([^/\s]+)/\*", fields["Files"]):
                if crate in about:
                    problems.append(f"{crate} is in two paragraphs")
                about[crate] = (names, fields["Copyright"])
        elif "\n" in fields.get("License", ""):
            texts |= set(names)
    packages = linked()
    for package in packages:
        name, license = package["name"], package["license"]
        if name not in about:
            problems.append(f"{name} ({license}) is linked and missing: add crates/{name}/* to a paragraph")
            continue
        told, owners = about[name]
        offered = [[debian for spdx in group for debian in DEBIAN.get(spdx, [spdx])] for group in groups(license)]
        is_enough = all(set(group) & set(told) for group in offered)
        if not is_enough or set(told) - {debian for group in offered for debian in group}:
            problems.append(f"{name} is {license}, and not {' and '.join(told)}")
        if "Apache-2.0" not in told or len(offered) > 1:
            missing = [notice for notice in notices(package) if notice not in owners]
            problems += [f"{name}: the notice of {notice} is missing" for notice in missing]
    problems += [f"{crate} is not linked: remove it" for crate in sorted(about.keys() - {p["name"] for p in packages})]
    problems += [f"{name} has no text: add a paragraph with it" for name in sorted(used - texts)]
    for problem in problems:
        print(f"{FILE}: {problem}")
    if not problems:
        print(f"{FILE}: {len(packages)} crates")
    sys.exit(bool(problems))


if __name__ == "__main__":
    main()
