"""Runs tests against one mutant of the woven program, and finds out which tests reach which function.

A mutant is caught where a test fails, crashes or uses more processor time than it may. What an integration test says
is asked for twice, and so is what has waited for too long: that can also be because the machine is busy.
"""

import os
import resource
import signal
import subprocess
import tempfile
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path

QUICK = 1  # second of processor time
CPU_SECONDS = 40  # of one process; a loop without an end costs no more
QUICK_CPU_SECONDS = 6
WALL_SECONDS, WALL = 40, 3  # seconds, and a multiple of what the tests take without a mutant; a wait without an end costs no more
THREADS = {"indicatord": "2", "it": "8"}  # integration tests wait more than they work
MEMORY = 8 << 30


@dataclass(frozen=True)
class Test:
    binary: str  # indicatord, which is the unit tests, or it
    name: str


@dataclass
class Known:
    """What is known of the tests without a mutant."""
    seconds: dict = field(default_factory=dict)
    cpu: dict = field(default_factory=dict)
    reaches: dict = field(default_factory=dict)  # function: tests
    kills: dict = field(default_factory=dict)  # by file or part of the program, and test: mutants that it has caught

    def is_quick(self, test):
        return test.binary == "indicatord" and self.cpu[test] < QUICK

    def add(self, other):
        self.seconds |= other.seconds
        self.cpu |= other.cpu
        for function, tests in other.reaches.items():
            self.reaches.setdefault(function, set()).update(tests)


def used_so_far():
    """The processor time of everything that was run and has ended."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def limit(seconds):
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


class Tests:
    def __init__(self, executables, tree, environment):
        self.executables, self.tree, self.environment = executables, tree, environment

    def all(self, binary):
        out = subprocess.run([self.executables[binary], "--list"], cwd=self.tree, env=self.environment, check=True,
                             capture_output=True, text=True).stdout
        return [Test(binary, line[:-6]) for line in out.splitlines() if line.endswith(": test")]

    def run(self, tests, mutant=0, trace=None, cpu=CPU_SECONDS, seconds=60):
        """None where these tests of one binary pass, else the test that failed or what happened instead."""
        binary = tests[0].binary
        environment = dict(self.environment, MUTANT=str(mutant), RUST_BACKTRACE="0")
        if trace:
            environment["MUTANT_TRACE"] = trace
        command = [self.executables[binary], "--exact", "--test-threads", THREADS[binary], *(test.name for test in tests)]
        process = subprocess.Popen(command, cwd=self.tree, env=environment, stdout=subprocess.PIPE, text=True,
                                   stderr=subprocess.DEVNULL, preexec_fn=lambda: limit(cpu), start_new_session=True)
        late = threading.Timer(WALL_SECONDS + WALL * seconds, lambda: kill(process.pid))
        late.start()
        failed, ended = None, False
        for line in process.stdout:
            if line.startswith("test ") and line.rstrip().endswith("FAILED"):
                failed = line.split()[1]
                break
            ended |= line.startswith("test result: ok")
        in_time = late.is_alive()
        late.cancel()
        if mutant or failed:
            kill(process.pid)
        process.stdout.close()
        code = process.wait()
        if mutant and binary == "it":
            reap(mutant)
        if failed:
            return failed
        if not in_time or code in (-signal.SIGXCPU, -signal.SIGKILL) and not ended:
            return "timeout"
        return None if ended else f"crash {code}"

    def survey(self, tests, functions, kept, report):
        """Runs each test alone, but for those of `kept`, and adds what it says to that. Tests that fail without a
        mutant hold nothing and are left out."""
        known, keys = Known(), {function.key: [] for function in functions}
        for function in functions:
            keys[function.key].append(function.id)
        for test in tests:
            if test.name not in kept:
                kept[test.name] = self.look(test, functions, report)
            if kept[test.name] is None:
                continue
            known.seconds[test], known.cpu[test] = kept[test.name]["seconds"], kept[test.name]["cpu"]
            for key in kept[test.name]["functions"]:
                for function in keys.get(key, []):
                    known.reaches.setdefault(function, set()).add(test)
        return known

    def look(self, test, functions, report):
        """How long a test takes and which functions it reaches; None if it fails."""
        with tempfile.NamedTemporaryFile("r", dir=self.tree.parent) as trace:
            os.chmod(trace.name, 0o666)
            begun, used = time.monotonic(), used_so_far()
            wrong = self.run([test], trace=trace.name) and self.run([test], trace=trace.name)
            if wrong:
                report(f"left out, fails without a mutant: {test.name} ({wrong})")
                return None
            reached = sorted({functions[int(line)].key for line in trace})
        seconds, cpu = time.monotonic() - begun, used_so_far() - used
        return {"seconds": round(seconds, 2), "cpu": round(cpu, 2), "functions": reached}

    def quick(self, mutant, known):
        """The quick unit test that catches the mutant, or None."""
        reaching = [t for t in known.reaches.get(mutant.function_id, ()) if known.is_quick(t)]
        seconds = sum(known.seconds[test] for test in reaching)
        return self.run(reaching, mutant.number, cpu=QUICK_CPU_SECONDS, seconds=seconds) if reaching else None

    def slow(self, mutant, known, budget):
        """The other test that catches it, or None; `budget` is how many seconds of them are worth it."""
        part = mutant.file.split("/")[1]
        kills = lambda place, test: -known.kills.get((place, test.name), 0)
        # Unit tests are nearer to what they are about than whatever else comes along there.
        order = lambda test: (test.binary, kills(mutant.file, test), kills(part, test), known.seconds[test])
        reaching = [t for t in known.reaches.get(mutant.function_id, ()) if not known.is_quick(t)]
        rest, spent, size = sorted(reaching, key=order), 0, 6
        while rest and spent < budget:
            chunk, rest, size = rest[:size], rest[size:], size * 3
            spent += sum(known.seconds[test] for test in chunk)
            caught = self.first_of(chunk, mutant, known)
            if caught:
                return caught
        return None

    def first_of(self, tests, mutant, known):
        for binary in self.executables:
            some = [test for test in tests if test.binary == binary]
            seconds = sum(known.seconds[test] for test in some)
            caught = self.run(some, mutant.number, seconds=seconds) if some else None
            if caught == "timeout":
                caught = self.run(some, mutant.number, seconds=2 * seconds + 60)
            elif caught and binary == "it" and not caught.startswith("crash"):
                caught = self.run([Test("it", caught)], mutant.number)
            if caught:
                for place in (mutant.file, mutant.file.split("/")[1]):
                    known.kills[place, caught] = known.kills.get((place, caught), 0) + 1
                return caught
        return None


def kill(group):
    try:
        os.killpg(group, signal.SIGKILL)
    except ProcessLookupError:
        pass


def reap(mutant):
    """Ends what a test that was ended has left running: the processes that have this mutant on."""
    mark = f"MUTANT={mutant}\0".encode()
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                if (b"\0" + (entry / "environ").read_bytes()).find(b"\0" + mark) >= 0:
                    os.kill(int(entry.name), signal.SIGKILL)
            except (OSError, ProcessLookupError):
                pass
