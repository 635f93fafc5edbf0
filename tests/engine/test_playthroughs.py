import pytest

from engine import replay
from tests.engine import playthroughs


@pytest.mark.parametrize("name", playthroughs.NAMES)
def test_a_recorded_game_is_told_as_it_always_was(name: str) -> None:
    """When this fails and the change is meant: ``python -m tests.engine.playthroughs``."""
    record = (playthroughs.RECORDS / f"{name}.cgr").read_text()
    assert playthroughs.playthrough(record) == (playthroughs.PLAYTHROUGHS / f"{name}.txt").read_text()


def test_each_table_size_the_five_card_game_and_muggins_have_one() -> None:
    rules = [
        replay.read((playthroughs.RECORDS / f"{name}.cgr").read_text()).record.rules for name in playthroughs.NAMES
    ]
    assert {(one.seats, one.five_card, one.muggins) for one in rules} == {
        (2, False, False),
        (3, False, False),
        (4, False, False),
        (2, True, False),
        (2, False, True),
    }
    assert len(list(playthroughs.PLAYTHROUGHS.glob("*.txt"))) == len(playthroughs.NAMES)
