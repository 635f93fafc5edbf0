"""The command line: a public interface, so every key and every refusal is written out here."""

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest

from engine.commands import COMMANDS, main
from tests.architecture import sources

RECORDS = sources.ROOT / "tests" / "data" / "records"
SHORT = """cgr = 1
rules = "2/31"
first_dealer = 1
result = "21,31"
deals = [
  "3d3s5h7sTsKd/5c7dTdJcQdKh 3dTs/5cQd Jh 07s1Jc03s1Kh05h17d0Kd1Td",
  "Ah3h4d4sJhKc/3d6s7c7s8c8d Ah4d/6s7c Qs 17s0Jh18c03h13d04s18d0Kc",
  "Ad3c4c4h7cTc/2s8c8s9d9sKd 4c7c/9dKd 7s 03c12s0Ad18s0Tc04h18c19s",
]
"""


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "short.cgr"
    path.write_text(SHORT)
    return path


def asked(capsys, *arguments: str):
    """Return what a command answers as JSON."""
    assert main([*arguments, "--json"]) == 0
    said = capsys.readouterr()
    assert not said.err
    return json.loads(said.out)


def refused(capsys, *arguments: str) -> str:
    """Return the one sentence of a refusal; nothing was printed for programs."""
    assert main([*arguments, "--json"]) == 2
    said = capsys.readouterr()
    assert not said.out
    assert said.err.count("\n") == 1
    return str(said.err).strip()


def test_it_runs_as_a_module() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "engine", "score", "5H 5S 5D JC", "5C", "--json"],
        cwd=sources.ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(done.stdout)["total"] == 29
    assert not done.stderr


def test_score_names_each_combination(capsys) -> None:
    found = asked(capsys, "score", "5H 5S 5D JC", "5C")
    assert set(found) == {"total", "combos"}
    assert found["total"] == 29 == sum(combo["points"] for combo in found["combos"])
    kinds = [combo["kind"] for combo in found["combos"]]
    assert [kinds.count(kind) for kind in ("fifteen", "run", "pair", "flush", "nobs")] == [8, 0, 6, 0, 1]
    assert found["combos"][-1] == {"kind": "nobs", "cards": ["Jc"], "points": 1}


@pytest.mark.parametrize(("crib", "total"), [((), 4), (("--crib",), 0)])
def test_score_wants_five_for_a_flush_in_the_crib(capsys, crib: tuple[str, ...], total: int) -> None:
    assert asked(capsys, "score", "2H 4H 8H QH", "KD", *crib)["total"] == total


def test_cards_are_read_in_every_way_they_are_written(capsys) -> None:
    ways = ["TS 6D JH 4H", "10S 6d jh 4h", "10♠ 6♦ J♥ 4♥", "ts6dJh4h", "TS,6D,JH,4H"]
    assert len({json.dumps(asked(capsys, "score", way, "5c")) for way in ways}) == 1


def test_score_is_said_as_players_say_it(capsys) -> None:
    assert main(["score", "6D JH 4H 7C", "5H"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split("  ")[0] for line in lines] == [
        "fifteen two",
        "fifteen four",
        "and a run of four is eight",
        "and one for nobs is nine",
        "9 points",
    ]
    assert main(["score", "2H 4D 8H JS", "6S"]) == 0
    assert capsys.readouterr().out.splitlines()[-1] != "1 points"


def test_peg_counts_card_by_card(capsys) -> None:
    assert asked(capsys, "peg", "JH 5S 7C 6H") == [
        {"card": "Jh", "count": 10, "points": 0, "why": {}},
        {"card": "5s", "count": 15, "points": 2, "why": {"fifteen": 2}},
        {"card": "7c", "count": 22, "points": 0, "why": {}},
        {"card": "6h", "count": 28, "points": 3, "why": {"run3": 3}},
    ]


def test_throw_ranks_all_fifteen(capsys) -> None:
    found = asked(capsys, "throw", "5S 4S 2S 8D 6H 8C", "--dealer")
    assert len(found) == 15
    assert all(set(row) == {"throw", "keep", "hand", "crib", "total"} for row in found)
    assert [row["total"] for row in found] == sorted((row["total"] for row in found), reverse=True)
    assert found[0]["throw"] == ["8c", "8d"]
    assert found[0]["total"] == pytest.approx(found[0]["hand"] + found[0]["crib"], abs=0.0002)
    for row in asked(capsys, "throw", "5S 4S 2S 8D 6H 8C"):
        assert row["total"] == pytest.approx(row["hand"] - row["crib"], abs=0.0002)


def test_throw_at_scores_ranks_by_the_chance_to_win(capsys) -> None:
    found = asked(capsys, "throw", "5S 4S 2S 8D 6H 8C", "--dealer", "--scores", "110-118")
    wins = [row["win"] for row in found]
    assert wins == sorted(wins, reverse=True)
    assert all(0 <= win <= 1 for win in wins)


@pytest.mark.parametrize(("more", "count"), [((), 5), (("--players", "3"), 5), (("--five-card",), 10)])
def test_throw_of_five_cards(capsys, more: tuple[str, ...], count: int) -> None:
    assert len(asked(capsys, "throw", "5S 4S 2S 8D 6H", *more)) == count


def test_play_adds_up(capsys) -> None:
    words = ("play", "--players", "2", "--bots", "steady,gentle", "--games", "6", "--seed", "3")
    found = asked(capsys, *words)
    assert set(found) == {"games", "wins", "points_per_game", "deals_per_game", "first_dealer_wins", "pegging"}
    assert found["games"] == 6 == sum(found["wins"])
    assert found == asked(capsys, *words)
    assert found != asked(capsys, *words[:-1], "4")
    assert asked(capsys, *words, "--target", "61")["deals_per_game"] < found["deals_per_game"]


@pytest.mark.parametrize(
    ("players", "bots"), [("3", "steady,steady,gentle"), ("4", "steady,gentle"), ("4", "steady,gentle,steady,gentle")]
)
def test_play_with_more_players(capsys, players: str, bots: str) -> None:
    found = asked(capsys, "play", "--players", players, "--bots", bots, "--games", "2", "--seed", "1")
    assert len(found["wins"]) == len(found["points_per_game"]) == bots.count(",") + 1


def test_replay_tells_what_happened(capsys, record: Path) -> None:
    found = asked(capsys, "replay", str(record))
    assert set(found) == {"result", "winner", "deals", "events", "error"}
    assert (found["result"], found["winner"], found["deals"], found["error"]) == ("21,31", 1, 3, None)
    assert found["events"][-1]["event"] == "won"
    scored = [event for event in found["events"] if event["event"] == "scored"]
    assert scored[0] == {
        "event": "scored",
        "seat": 1,
        "side": 1,
        "why": "heels",
        "points": 2,
        "score": 2,
        "because": [],
        "missed": 0,
    }


def test_replay_reads_standard_input(capsys, monkeypatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"\xef\xbb\xbf" + SHORT.encode())))
    assert asked(capsys, "replay", "-")["winner"] == 1


@pytest.mark.parametrize(
    ("right", "wrong", "deal"),
    [
        ('result = "21,31"', 'result = "20,31"', None),
        ("07s1Jc03s", "07s1Jc0Qd", 1),
        ("Ah4d/6s7c", "Ah4d/6s6s", 2),
        ("cgr = 1", "cgr = 1 1", None),
    ],
)
def test_replay_tells_the_good_part_and_the_first_error(capsys, record: Path, right: str, wrong: str, deal) -> None:
    record.write_text(SHORT.replace(right, wrong))
    assert main(["replay", str(record), "--json"]) == 2
    said = capsys.readouterr()
    error = json.loads(said.out)["error"]
    assert set(error) == {"deal", "column", "message"}
    assert error["deal"] == deal
    assert error["column"] >= 1
    assert said.err == error["message"] + "\n"


def test_coach_prices_every_choice(capsys, record: Path) -> None:
    found = asked(capsys, "coach", str(record))
    assert all(set(row) == {"deal", "seat", "kind", "chosen", "best", "cost", "win_cost"} for row in found)
    assert {row["kind"] for row in found} == {"throw", "card"}
    assert sum(row["kind"] == "throw" for row in found) == 6
    assert all(row["cost"] >= 0 for row in found)
    assert all(row["cost"] == 0 for row in found if row["chosen"] == row["best"])


def test_coach_says_what_is_wrong_with_a_record(capsys, tmp_path: Path) -> None:
    path = tmp_path / "no.cgr"
    path.write_text("cgr = 1")
    assert main(["coach", str(path), "--json"]) == 2
    said = capsys.readouterr()
    assert (json.loads(said.out), said.err.count("\n")) == ([], 1)


def test_distribution_is_the_known_one(capsys) -> None:
    known = json.loads((sources.ROOT / "tests" / "data" / "cases" / "distribution.json").read_text())
    found = asked(capsys, "distribution")
    for kind in ("hand", "crib"):
        assert found[kind]["counts"] == known[kind]["counts"]
        assert found[kind]["mean"] == pytest.approx(known[kind]["mean"], abs=1e-12)


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (("score", "5H 5S 5D 1C", "5C"), "1C"),
        (("score", "5H 5S 5D", "5C", "--crib"), ""),
        (("score", "5H 5S", "5C"), "four cards"),
        (("score", "5H 5S 5D JC", "5H"), "5h"),
        (("score", "5H 5S 5D JC", "5C 6C"), "one starter"),
        (("peg", "KH QH JH 2S"), "31"),
        (("peg", ""), "at least one"),
        (("throw", "5S 4S 2S"), "3"),
        (("throw", "5S 4S 2S 8D 6H 8C", "--scores", "121-0"), "121-0"),
        (("throw", "5S 4S 2S 8D 6H 8C", "--scores", "many"), "many"),
        (("play", "--bots", "deep,steady"), "deep"),
        (("play", "--players", "3", "--bots", "steady,steady"), "3 bots"),
        (("play", "--players", "5"), "5"),
        (("play", "--games", "0"), "--games"),
        (("play", "--target", "30"), "30"),
        (("replay", "no/such/file"), "no/such/file"),
        (("coach", "no/such/file"), "no/such/file"),
    ],
)
def test_what_is_wrong_is_one_sentence_and_status_2(capsys, arguments: tuple[str, ...], word: str) -> None:
    if not word:
        assert main([*arguments]) == 0  # three cards are a hand of the five-card game
        return
    assert word in refused(capsys, *arguments)


def test_a_file_that_is_no_text_is_refused(capsys, tmp_path: Path) -> None:
    path = tmp_path / "picture.cgr"
    path.write_bytes(b"\xff\xfe\x00\x80")
    assert "cannot be read" in refused(capsys, "replay", str(path))


@pytest.mark.parametrize("module", COMMANDS, ids=lambda module: module.__name__.rsplit(".", 1)[-1])
def test_every_command_has_a_help_and_is_in_the_manual(capsys, module) -> None:
    name = module.__name__.rsplit(".", 1)[-1]
    with pytest.raises(SystemExit) as stopped:
        main([name, "--help"])
    assert stopped.value.code == 0
    assert "--json" in capsys.readouterr().out
    assert f"python -m engine {name}" in (sources.ROOT / "docs" / "engine.md").read_text()


def test_an_unknown_command_is_status_2(capsys) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["shuffle"])
    assert stopped.value.code == 2
    assert "shuffle" in capsys.readouterr().err
