"""A copy of the project in which every mutant that cargo-mutants lists is compiled in, one of them on at a time.

Each function with mutants becomes a `match` on the number in the variable MUTANT: an arm for every mutant, with the
body as cargo-mutants would have changed it, and the body as it is in the last one. So one build serves all mutants,
and trying one takes no longer than its tests.
"""

import hashlib
import json
import re
import shutil
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

# The signature of a function that returns an iterator without a name.
ITERATOR = re.compile(r"-> impl Iterator<Item = (.+)>[^<>]*$", re.DOTALL)

PARTS = ["Cargo.toml", "Cargo.lock", "README.md", "src", "dataset", "tests", "packaging"]

SWITCH = """
use std::io::Write;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

/// The mutant that is on, 0 for none; where MUTANT_TRACE names a file, the function is written to it, once.
pub fn on(function: usize) -> u32 {
    static ON: OnceLock<u32> = OnceLock::new();
    static TRACE: OnceLock<Option<std::path::PathBuf>> = OnceLock::new();
    static SEEN: [AtomicBool; FUNCTIONS] = [const { AtomicBool::new(false) }; FUNCTIONS];
    if let Some(path) = TRACE.get_or_init(|| std::env::var_os("MUTANT_TRACE").map(Into::into)) {
        if !SEEN[function].swap(true, Ordering::Relaxed) {
            if let Ok(mut file) = std::fs::OpenOptions::new().append(true).open(path) {
                let _ = file.write_all(format!("{function}\\n").as_bytes());
            }
        }
    }
    *ON.get_or_init(|| std::env::var("MUTANT").ok().and_then(|text| text.parse().ok()).unwrap_or(0))
}
"""


@dataclass
class Mutant:
    number: int
    name: str
    file: str
    span: tuple
    replacement: str
    function_name: str
    function: tuple  # where the outermost function around it begins and ends
    function_id: int = 0
    state: str = "listed"  # or unviable, apart

    @property
    def what(self):
        """The file and the change, without the line, which moves."""
        return f"{self.file}: {self.name.split(': ', 1)[1]}"


@dataclass
class Function:
    id: int
    file: str
    start: int
    end: int
    mutants: list = field(default_factory=list)

    @property
    def key(self):
        """What it is called from one run to the next."""
        return f"{self.file}:{self.mutants[0].function_name}"


def listed(project, globs):
    """The mutants as cargo-mutants lists them."""
    command = ["cargo", "mutants", "--list", "--json", *(word for glob in globs for word in ("-f", glob))]
    text = subprocess.run(command, cwd=project, check=True, capture_output=True, text=True).stdout
    return [mutant for mutant in json.loads(text) if mutant.get("function")]


def offset(lines, position):
    """The place of a line and a column, both from 1, in the text of these lines."""
    return lines[position["line"] - 1] + position["column"] - 1


def body_begins(text, start, end):
    """The place behind the brace that opens the body of the function that begins at `start`."""
    depth, at = 0, start
    while at < end:
        if text.startswith("//", at):
            at = text.index("\n", at)
        elif text[at] == '"':
            at += 1
            while text[at] != '"':
                at += 2 if text[at] == "\\" else 1
        elif text[at] in "([":
            depth += 1
        elif text[at] in ")]":
            depth -= 1
        elif text[at] == "{" and depth == 0:
            return at + 1
        at += 1
    raise ValueError(f"no body: {text[start:end]}")


class Woven:
    """The copy and what is in it."""

    def __init__(self, project, directory, mutants):
        self.project, self.directory = Path(project), Path(directory)
        self.tree = self.directory / "tree"
        self.sources, self.functions, self.arms = {}, [], {}
        self.mutants = [self.mutant(number, raw) for number, raw in enumerate(mutants, 1)]
        self.group()
        self.recall()

    def mutant(self, number, raw):
        file = raw["file"]
        if file not in self.sources:
            text = (self.project / file).read_text()
            lines = [0]
            for line in text.splitlines(keepends=True):
                lines.append(lines[-1] + len(line))
            self.sources[file] = (text, lines)
        lines = self.sources[file][1]
        place = lambda span: (offset(lines, span["start"]), offset(lines, span["end"]))
        return Mutant(number, raw["name"], file, place(raw["span"]), raw["replacement"],
                      raw["function"]["function_name"], place(raw["function"]["span"]))

    def group(self):
        """Mutants by the outermost function that they are in."""
        by_file = {}
        for mutant in self.mutants:
            by_file.setdefault(mutant.file, []).append(mutant)
        for file, mutants in by_file.items():
            last = None
            for mutant in sorted(mutants, key=lambda m: (m.function[0], -m.function[1])):
                if last is None or mutant.function[0] >= last.end:
                    last = Function(len(self.functions), file, *mutant.function)
                    self.functions.append(last)
                last.mutants.append(mutant)
                mutant.function_id = last.id

    def lay(self):
        """Writes the copy, as far as it is not as it should be: cargo looks at times."""
        for left in [file for file in (self.tree / "tests").rglob("*") if file.is_file()]:
            if not (self.project / left.relative_to(self.tree)).exists():
                left.unlink()
        for part in PARTS:
            source = self.project / part
            files = [source] if source.is_file() else [f for f in source.rglob("*") if f.is_file()]
            for file in files:
                name = str(file.relative_to(self.project))
                if file.suffix == ".rs" and part == "src":
                    self.put(name, self.woven(name) if name in self.sources else file.read_text())
                else:
                    destination = self.tree / name
                    destination.parent.mkdir(parents=True, exist_ok=True)
                    if not destination.exists() or destination.read_bytes() != file.read_bytes():
                        shutil.copy2(file, destination)
        self.put("src/mutation.rs", f"const FUNCTIONS: usize = {len(self.functions)};\n{SWITCH}")

    def put(self, name, text):
        path = self.tree / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if name == "src/main.rs":
            head, rest = text.split("\nmod ", 1)
            text = f"{head}\n#![allow(warnings)]\nmod mutation;\nmod {rest}"
        if not path.exists() or path.read_text() != text:
            path.write_text(text)

    def woven(self, file):
        """The source with the mutants of its functions; where each arm stands is kept in `arms`."""
        text = self.sources[file][0]
        out, at, self.arms[file] = "", 0, []
        for function in sorted((f for f in self.functions if f.file == file), key=lambda f: f.start):
            viable = [m for m in function.mutants if m.state == "listed"]
            if not viable:
                continue
            begin = body_begins(text, function.start, function.end)
            end = function.end - 1
            # An iterator without a name is of one type: those of all arms are put into boxes.
            iterator = ITERATOR.search(text[function.start:begin - 1].rstrip())
            into, out_of = ("Box::new((|| {", "})())") if iterator else ("{", "}")
            out += text[at:begin]
            if iterator:
                out += f" let boxed: Box<dyn Iterator<Item = {iterator[1]}> + '_> ="
            out += f" match crate::mutation::on({function.id}) {{\n"
            for mutant in viable:
                out += f"{mutant.number} => {into} "
                line = out.count("\n") + 1
                out += text[begin:mutant.span[0]] + mutant.replacement + text[mutant.span[1]:end]
                out += f"\n{out_of},\n"
                self.arms[file].append((line, out.count("\n"), mutant, function))
            line = out.count("\n") + 1
            out += f"_ => {into}{text[begin:end]}{out_of}\n}}" + ("; boxed" if iterator else "")
            self.arms[file].append((line, out.count("\n") + 1, None, function))
            at = end
        return out + text[at:]

    def build(self, environment):
        """Takes out what the compiler refuses, and builds program and tests. Returns the files of the tests by name."""
        for words in (["check", "--bin", "indicatord"], ["test", "--no-run", "--bin", "indicatord", "--test", "it"]):
            messages = self.cargo(words, environment)
        return {m["target"]["name"]: m["executable"] for m in messages
                if m.get("executable") and m.get("profile", {}).get("test")}

    def cargo(self, words, environment):
        """Runs cargo until it has nothing to say against the mutants that are left. Returns its messages."""
        command = ["cargo", *words, "--message-format", "json", "--target-dir", str(self.directory / "target")]
        for _ in range(40):
            self.lay()
            done = subprocess.run(command, cwd=self.tree, env=environment, stdout=subprocess.PIPE,
                                  stderr=subprocess.PIPE, text=True)
            messages = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
            if done.returncode == 0:
                return messages
            said = [m["message"] for m in messages if m["reason"] == "compiler-message"]
            if not self.refuse(said):
                raise SystemExit("".join(m["rendered"] for m in said if m["level"] == "error") + done.stderr[-3000:])
            self.remember()
            print(f"{words[0]}: {sum(m.state != 'listed' for m in self.mutants)} mutants taken out", flush=True)
        raise SystemExit("the compiler still refuses mutants after 40 rounds")

    def remember(self):
        """Keeps what the compiler said, for the next run."""
        known = self.kept() | {self.identity(m): m.state for m in self.mutants if m.state != "listed"}
        (self.directory / "refused.json").write_text(json.dumps(known))

    def recall(self):
        """What `remember` kept of functions that are still the same."""
        known = self.kept()
        for mutant in self.mutants:
            mutant.state = known.get(self.identity(mutant), "listed")

    def kept(self):
        path = self.directory / "refused.json"
        return json.loads(path.read_text()) if path.exists() else {}

    def identity(self, mutant):
        """The mutant apart from where its function stands."""
        start, end = mutant.function
        function = self.sources[mutant.file][0][start:end]
        text = f"{mutant.file} {mutant.span[0] - start} {mutant.span[1] - start} {mutant.replacement} {function}"
        return hashlib.sha256(text.encode()).hexdigest()

    def refuse(self, messages):
        """Takes out the mutants that errors are about. Returns whether there were any."""
        before = sum(m.state == "listed" for m in self.mutants)
        for message in messages:
            if message["level"] != "error":
                continue
            for span in message["spans"]:
                while span.get("expansion") and span["file_name"] not in self.arms:
                    span = span["expansion"]["span"]
                if not span["is_primary"] and message["spans"][0]["is_primary"]:
                    continue
                for first, last, mutant, function in self.arms.get(span["file_name"], []):
                    if first <= span["line_start"] <= last:
                        if mutant:
                            mutant.state = "unviable"
                        else:
                            for each in function.mutants:
                                each.state = "apart" if each.state == "listed" else each.state
        return sum(m.state == "listed" for m in self.mutants) < before
