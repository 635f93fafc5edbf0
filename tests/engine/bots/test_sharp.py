"""Sharp plays for the hole, counts the show on, and is stronger than those who do not."""

import random
from dataclasses import replace

import pytest

from engine import Rules, State, play
from engine.actions import Deal, Discard, Play
from engine.bots import arena, bot, judging, sharp
from engine.bots.judging import ByChance, ByPoints
from engine.bots.sharp import FULL, Sharp, Skills
from engine.cards import card, cards, text
from engine.observe import observe
from engine.odds import win
from tests.engine.positions import led


def laid(state: State, skills: Skills = FULL) -> str:
    """Name the card that sharp plays."""
    assert state.turn is not None
    action = Sharp(skills).choose(observe(state, state.turn), random.Random(1))
    assert isinstance(action, Play)
    return str(action.card)


def after(state: State, *texts: str) -> State:
    for one in texts:
        assert state.turn is not None
        state = play.apply(state, Play(state.turn, card(one))).state
    return state


def test_points_that_win_come_before_points_that_are_more() -> None:
    """At 120 any point wins: the pair now, rather than the lead that keeps more."""
    state = after(led(Rules(), ["4h 6s Th Kd", "Tc 2d 3d 9d"], scores=(119, 119)), "Tc")
    assert laid(state) == "Th"


def test_what_wins_at_once_is_laid_at_three_and_four_too() -> None:
    for rules, hands in (
        (Rules(seats=3), ["4h 6s Th Kd", "9c 2d 3d 9d", "Tc 7d 8d Qd"]),
        (Rules(seats=4), ["4h 6s Th Kd", "9c 2d 3d 9d", "8c 7d 8d Qd", "Tc As Ah Ad"]),
    ):
        state = led(rules, hands, leader=rules.seats - 1, scores=(119,) * rules.sides)
        opened = after(state, "Tc")
        assert opened.turn == 0
        assert laid(opened) == "Th"


def test_a_partners_points_are_welcome() -> None:
    """Seat 2 has gone out of cards but for a pair of nines left with seat 0: nothing is lost by setting him up."""
    rules = Rules(seats=4)
    seen = led(rules, ["5h 6s Th Kd", "9c 2d 3d 9d", "8c 7d 8d Qd", "Tc As Ah Ad"], leader=3)
    weighed = dict(sharp.weighed_cards(observe(seen, 3), 3, seen.hands[3], random.Random(3)))
    assert set(weighed) == {card("Ad"), card("Tc")}


def test_a_five_is_not_led() -> None:
    for hand in ("5h 6s 7h Kd", "4h 5s 9h Td"):
        assert laid(led(Rules(), ["2h 3h 8h Jh", hand])) != "5s"


@pytest.mark.parametrize(
    "skills", [FULL, Skills(belief=False), Skills(hole=False), Skills(pegging=False), Skills(few=4, hands=10)]
)
def test_any_part_can_be_taken_away(skills: Skills) -> None:
    game = arena.play_game([Sharp(skills), Sharp(skills)], seed=4, rules=Rules(target=61))
    assert game.scores[game.winner] == 61


def test_a_far_target_is_judged_by_points() -> None:
    state = led(Rules(target=151), ["2h 3h 8h Jh", "4h 5s 9h Td"], scores=(110, 110))
    assert not sharp.judged_by_chance(state, 0)
    assert sharp.judged_by_chance(replace(state, rules=Rules()), 0)


def test_points_are_judged_as_points_and_out_is_out() -> None:
    judge = ByPoints(5, 3)
    assert judge.end((4, 2)) == 2
    assert judge.end((5, 0)) == judging.GAME
    assert judge.end((0, 3)) == -judging.GAME
    assert judge.decided((4, 2)) is None


@pytest.mark.parametrize("dealer", [True, False])
@pytest.mark.parametrize(("own", "other"), [(12, 30), (30, 12), (9, 9), (40, 35), (3, 4), (14, 20)])
def test_the_show_is_followed_in_order(dealer: bool, own: int, other: int) -> None:
    """Against a walk through the counts one by one."""
    cribs = ((0, 0.25), (4, 0.5), (12, 0.25))
    judge = ByChance(own, other, dealer=dealer, mine=8, theirs=6, cribs=cribs)
    expected = 0.0
    for crib, share in cribs:
        left = [own - 2, other - 1]
        order = [(1, 6), (0, 8), (0, crib)] if dealer else [(0, 8), (1, 6), (1, crib)]
        result = None
        for side, points in order:
            left[side] -= points
            if left[side] <= 0:
                result = 1.0 - side
                break
        if result is None:
            result = win.probability((121 - left[0], 121 - left[1]), dealer=not dealer)
        expected += share * result
    assert judge.end((2, 1)) == pytest.approx(expected)
    assert judge.end((own, 0)) == 1
    assert judge.end((0, other)) == 0


def test_a_crib_has_the_mean_it_is_leaned_to() -> None:
    for mean in (3.5, 4.7, 8.8):
        found = judging.cribs(mean)
        assert sum(points * share for points, share in found) == pytest.approx(mean, abs=0.01)


def test_a_hand_near_the_hole_is_kept_for_what_is_needed() -> None:
    """Pone at 117 counts first: four sure points win, however good the rest might have been."""
    rules = Rules()
    state = play.start(rules, 0)
    state = replace(state, scores=(118, 117))
    state = play.apply(state, _deal("2c 4d 8s 9s Th Qd", "7h 8d Ks Qc 6h 2s")).state
    action = Sharp().choose(observe(state, 1), random.Random(1))
    assert isinstance(action, Discard)
    kept = [one for one in state.hands[1] if one not in action.cards]
    assert {one.rank for one in cards("7h 8d")} <= {one.rank for one in kept}, text(kept)


def _deal(*hands: str) -> Deal:
    return Deal(tuple(cards(hand) for hand in hands))


def test_sharp_is_stronger_than_steady_in_a_few_pairs() -> None:
    """Thirty short pairs: enough to see that something is badly wrong, not more. The bench measures."""
    short = Rules(target=61)
    pairs = [arena.play_pair(bot("sharp"), bot("steady"), seed=40, game=number, rules=short) for number in range(30)]
    assert sum(pair.points for pair in pairs) > 0
    assert sum(pair.wins for pair in pairs) > 30


def test_steady_is_stronger_than_gentle() -> None:
    found = arena.play_games([bot("steady"), bot("gentle")], 100, seed=41, first_dealer=None)
    assert found.wins[0] > 60


@pytest.mark.parametrize(
    ("rules", "side"),
    [(Rules(seats=3, target=61), 3), (Rules(seats=4, target=61), 2), (Rules(five_card=True, target=61), 2)],
    ids=["three", "four", "five-card"],
)
def test_sharp_wins_more_than_its_share_at_every_table(rules: Rules, side: int) -> None:
    bots = [bot("sharp" if rules.side_of(seat) == 0 else "gentle") for seat in range(rules.seats)]
    found = arena.play_games(bots, 15, seed=42, rules=rules, first_dealer=None)
    assert found.wins[0] > 15 / side


@pytest.mark.slow
def test_sharp_is_stronger_than_steady_in_many_pairs() -> None:
    pairs = [arena.play_pair(bot("sharp"), bot("steady"), seed=43, game=number) for number in range(300)]
    assert sum(pair.points for pair in pairs) / 300 > 2
    assert sum(pair.wins for pair in pairs) / 600 > 0.525
