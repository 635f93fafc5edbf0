import pytest

from clubs.events import presets
from clubs.events.ranking import chain
from clubs.events.ranking.errors import RankingError
from clubs.events.ranking.schemes import Scheme


def test_the_usual_night_is_nine_games_to_121_scored_two_three_nothing() -> None:
    night = presets.preset(presets.DEFAULT)
    assert night.name == "Nine-game night (ACC-compatible)"
    assert (night.target, night.games, night.paid_one_in) == (121, 9, 4)
    assert [night.scheme.points(margin) for margin in (1, 30, 31, 61, 91, 121)] == [2, 2, 3, 3, 3, 3]
    assert night.scheme.loss == 0
    assert night.chain == ("points", "wins", "net", "plus", "people")
    assert (night.record, night.desk, night.season) == ("spread", "game", "grp")


@pytest.mark.parametrize(
    ("key", "target", "points"),
    [
        ("acc9", 121, (2, 3, 3, 3, 0)),
        ("short61", 61, (2, 3, 3, 3, 0)),
        ("match123", 121, (1, 2, 3, 3, 0)),
        ("onepoint", 121, (1, 1, 1, 1, 0)),
    ],
)
def test_every_preset_pays_what_its_name_says(key: str, target: int, points: tuple[int, ...]) -> None:
    scheme = presets.preset(key).scheme
    assert scheme.target == target
    assert (scheme.win, scheme.skunk, scheme.double, scheme.triple, scheme.loss) == points


def test_short_games_are_skunks_from_a_margin_of_31() -> None:
    scheme = presets.preset("short61").scheme
    assert [scheme.points(margin) for margin in (30, 31, 61)] == [2, 3, 3]
    assert (scheme.skunk_line, scheme.double_line) == (30, None)


@pytest.mark.parametrize("key", presets.PRESETS)
def test_every_preset_can_be_stored_and_followed(key: str) -> None:
    preset = presets.preset(key)
    assert Scheme.from_data(preset.scheme.to_data()) == preset.scheme
    assert len(chain.chain(preset.chain)) == len(preset.chain)


def test_an_unknown_preset_is_refused() -> None:
    with pytest.raises(RankingError) as caught:
        presets.preset("bingo")
    assert caught.value.code == "unknown_preset"
