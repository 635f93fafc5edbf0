"""Engines that are wrong in one way each, as other programs have been, and the case tests that find them out.

A mutant is a patch of the source: it is made in a copy of `engine` in a folder of its own, and the case tests run there
in a process of their own. `python -m tests.engine.mutants` prints the whole table.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
COPIED = ("__init__.py", "data", "engine/positions.py", "engine/test_cases.py")
HANDS, TABLE = "test_hands and not by_table or test_bugs", "test_hands_by_table"
COUNTS, POINTS = "test_counts and not by_points or piles or test_bugs", "test_counts_by_points"
PLAYS = "plays or endings"


@dataclass(frozen=True)
class Mutant:
    """Hold one wrong engine: what it does, its patches (file, old text, new text), and the tests that should see it."""

    name: str
    tests: str
    patches: tuple[tuple[str, str, str], ...]

    def __str__(self) -> str:
        return self.name


def hand(name: str, old: str, new: str) -> Mutant:
    return Mutant(f"{name} (explained)", HANDS, (("scoring", old, new),))


def table(name: str, old: str, new: str) -> Mutant:
    return Mutant(f"{name} (by table)", TABLE, (("scoring", old, new),))


def run(name: str, old: str, new: str) -> Mutant:
    return Mutant(name, f"{COUNTS} or {POINTS}", (("pegging", old, new),))


def pile(name: str, old: str, new: str) -> Mutant:
    return Mutant(f"{name} (explained)", COUNTS, (("pegging", old, new),))


def points(name: str, old: str, new: str) -> Mutant:
    return Mutant(f"{name} (points alone)", POINTS, (("pegging", old, new),))


def course(name: str, old: str, new: str) -> Mutant:
    return Mutant(name, PLAYS, (("course", old, new),))


ALL_RUNS = "return list(product(*(by_rank[rank] for rank in range(low, low + size))))"
TABLE_RUN = "points += length * times"
NOBS = '("nobs", (one,), 1) for one in kept if one == nobs'
TABLE_NOBS = "if a == nobs or b == nobs or c == nobs or d == nobs:\n        points += 1"
RUN_FOUND = "if span == length - 1 and length >= 3:"
PAIR = "found.append(Peg(why, tuple(sorted(pile[-alike:])), worth))"
ENDED = 'if why != "31" and self.award(seat, why, 1):'
SHOWN = "if self.award(seat, what, score.total, score.combos):"
LEAD = "next(other for other in rules.round_from(rules.left_of(seat)) if self.hands[other])"

SHOW = (
    hand("crib flush of 4", "return () if crib else tuple(sorted(kept))", "return tuple(sorted(kept))"),
    table("crib flush of 4", "elif not crib:\n", "else:\n"),
    hand(
        "starter used for a flush",
        "flush = _flush(kept, starter, crib=crib)",
        "ways = [([*kept[:at], starter, *kept[at + 1 :]], kept[at]) for at in range(len(kept))]\n"
        "    flush = max((_flush(some, other, crib=crib) for some, other in [(kept, starter), *ways]), key=len)",
    ),
    table(
        "starter used for a flush",
        "    nobs = JACK * 4 + suit\n    if a",
        "    suits = sorted(one & 3 for one in (*kept, starter))\n"
        "    if not crib and suits.count(suit) == 4:\n        points += 4\n"
        "    nobs = JACK * 4 + suit\n    if a",
    ),
    hand("run counted once", ALL_RUNS, f"{ALL_RUNS}[:1]"),
    table("run counted once", TABLE_RUN, "points += length"),
    hand("double double run as 6", ALL_RUNS, f"runs = {ALL_RUNS[7:]}; return runs[:2] if len(runs) == 4 else runs"),
    table("double double run as 6", TABLE_RUN, "points += length * (2 if times == 4 else times)"),
    Mutant(
        "Q K A is a run (explained)",
        HANDS,
        (
            ("scoring", "for low in range(13 - size + 1):", "for low in range(14 - size + 1):"),
            ("scoring", "all(rank in by_rank for rank", "all(rank % 13 in by_rank for rank"),
            ("scoring", "product(*(by_rank[rank] for rank", "product(*(by_rank[rank % 13] for rank"),
        ),
    ),
    table(
        "Q K A is a run",
        "for count in counts:\n        if count:",
        "for count in [*counts[:13], counts[0], 0]:\n        if count:",
    ),
    hand("nobs for any jack", NOBS, NOBS.replace("one == nobs", "one.rank == JACK")),
    table("nobs for any jack", TABLE_NOBS, "if any(one >> 2 == JACK for one in kept):\n        points += 1"),
    hand("nobs worth 2", NOBS, NOBS.replace(", 1)", ", 2)")),
    table("nobs worth 2", TABLE_NOBS, TABLE_NOBS.replace("+= 1", "+= 2")),
    hand("nobs for the jack turned up", NOBS, NOBS.replace("in kept", "in (*kept, starter)")),
    table("nobs for the jack turned up", TABLE_NOBS, TABLE_NOBS.replace("d == nobs", "d == nobs or starter == nobs")),
    hand("five-card fifteens missed", "range(2, len(ranks) + 1)", "range(2, len(ranks))"),
    table(
        "five-card fifteens missed",
        "points = 2 * ways[FIFTEEN]",
        "points = 2 * (ways[FIFTEEN] - (sum(min(rank + 1, 10) for rank in ranks) == 15))",
    ),
)

COUNT = (
    run(
        "run only if played in order",
        RUN_FOUND,
        f"{RUN_FOUND[:-1]} and [one >> 2 for one in pile[-length:]] == [*range(low, high + 1)]:",
    ),
    run(
        "any duplicate in the pile kills a run",
        "    low = high = pile[-1] >> 2\n",
        "    if len({one >> 2 for one in pile}) < len(pile):\n        return 0\n    low = high = pile[-1] >> 2\n",
    ),
    run("only the shortest run", "longest = length", "longest = longest or length"),
    run("run of seven capped at six", RUN_FOUND, f"{RUN_FOUND[:-1]} and length <= 6:"),
    pile(
        "double run scored in play",
        PAIR,
        f"{PAIR}\n        length = run_length(pile[:-1])\n"
        "        found += [Peg(RUNS[length - 3], (), length)] * 2 if length else []",
    ),
    points("double run scored in play", "return earned + 2\n", "return earned + 2 + 2 * run_length(pile[:-1])\n"),
    pile(
        "non-adjacent pair",
        "if pile[-2] >> 2 == rank:\n        alike",
        "if rank in [one >> 2 for one in pile[:-1]]:\n        alike",
    ),
    points(
        "non-adjacent pair",
        "if pile[-2] >> 2 == rank:\n        if",
        "if rank in [one >> 2 for one in pile[:-1]]:\n        if",
    ),
    pile(
        "ten-cards pair by value",
        "if pile[-2] >> 2 == rank:\n        alike",
        "if VALUES[pile[-2]] == VALUES[pile[-1]]:\n        alike",
    ),
    points(
        "ten-cards pair by value",
        "if pile[-2] >> 2 == rank:\n        if",
        "if VALUES[pile[-2]] == VALUES[pile[-1]]:\n        if",
    ),
    pile(
        "31 not added to run or pair",
        "return tuple(found) if found else NOTHING",
        "return tuple(found[1:] if count == LIMIT and len(found) > 1 else found)",
    ),
    points(
        "31 not added to run or pair",
        "earned = 2 if count == 15 or count == 31 else 0",
        "earned = 2 if count == 15 or (count == LIMIT and not points(pile, 0)) else 0",
    ),
)

COURSE = (
    course("last player leads again", LEAD, LEAD.replace("rules.left_of(seat)", "seat")),
    course("pone leads every count", LEAD, LEAD.replace("(seat)", "(self.dealer)")),
    course(
        "a single go ends the count",
        "self.events.append(SaidGo(other))",
        "self.events.append(SaidGo(other))\n                break",
    ),
    course("no go point", ENDED, 'if why == "last" and self.award(seat, why, 1):'),
    course("no last point", ENDED, 'if why == "go" and self.award(seat, why, 1):'),
    course(
        "go point also at 31",
        ENDED,
        'if (why != "31" or any(self.hands)) and self.award(seat, "go" if why == "31" else why, 1):',
    ),
    course(
        "31 on the last card worth 3",
        ENDED,
        'if (why != "31" or not any(self.hands)) and self.award(seat, "last" if why == "31" else why, 1):',
    ),
    course("empty seat given the lead", LEAD, "rules.left_of(seat)"),
    # Beyond the table of others' faults: the end of the game.
    course("the show goes on after the end", SHOWN, f"{SHOWN[3:-1]}\n            if False:"),
    course("the score passes the target", "min(before + points, rules.target)", "before + points"),
    Mutant("no heels", PLAYS, (("play", "if action.card.rank == JACK:", "if False:"),)),
)

MUTANTS = SHOW + COUNT + COURSE
NONE = Mutant("the engine as it is", "test_", ())


def sources(mutant: Mutant) -> dict[str, str]:
    """Return the files of the engine that a mutant changes, changed.

    Raises ValueError where the text to patch is not there exactly once: then the mutant must follow the engine.
    """
    changed: dict[str, str] = {}
    for module, old, new in mutant.patches:
        name = f"engine/{module}.py"
        text = changed.get(name) or (ROOT / name).read_text()
        if text.count(old) != 1:
            raise ValueError(f"{mutant}: found {text.count(old)} times in {name}: {old}")
        changed[name] = text.replace(old, new)
    return changed


def make(mutant: Mutant, folder: Path) -> None:
    """Put a copy of the engine, changed, and the case tests into an empty folder."""
    shutil.copytree(
        ROOT / "engine", folder / "engine", ignore=shutil.ignore_patterns("__pycache__", "commands", "bots")
    )
    for name in COPIED:
        source, target = ROOT / "tests" / name, folder / "tests" / name
        target.parent.mkdir(parents=True, exist_ok=True)
        (shutil.copytree if source.is_dir() else shutil.copy)(source, target)
    (folder / "pytest.ini").write_text("[pytest]\npythonpath = .\n")
    for changed, text in sources(mutant).items():
        (folder / changed).write_text(text)


def caught_by(mutant: Mutant) -> list[str]:
    """Run the case tests against a mutant; return those that fail. Raises ValueError where they could not run."""
    with tempfile.TemporaryDirectory(prefix="mutant-") as name:
        folder = Path(name)
        make(mutant, folder)
        command = [
            sys.executable,
            "-m",
            "pytest",
            "tests/engine/test_cases.py",
            "-q",
            "--tb=no",
            "--import-mode=importlib",
        ]
        command += ["-p", "no:cacheprovider", "-k", mutant.tests]
        environment = {**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTHONDONTWRITEBYTECODE": "1"}
        environment.pop("PYTHONPATH", None)
        environment.pop("PYTEST_ADDOPTS", None)
        done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1) or "ERROR" in done.stdout:
        raise ValueError(f"{mutant}: the tests did not run\n{done.stdout}{done.stderr}")
    lines = [line.split("::")[1] for line in done.stdout.splitlines() if line.startswith("FAILED")]
    return [line.split(" - ")[0] for line in lines]


def main() -> None:
    """Print each mutant, how many tests catch it, and the first that does."""
    for mutant in MUTANTS:
        caught = caught_by(mutant)
        sys.stdout.write(f"{mutant.name:<50}{len(caught):>5}  {caught[0] if caught else 'NOT CAUGHT'}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
