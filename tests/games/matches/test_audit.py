"""The audit before announcing, on real evenings, whole and spoilt."""

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from clubs.events.ranking.schemes import Scheme
from games.matches import audit
from games.matches.audit import Audit, CardTotals, Expectation, Explained, Finding, Forecast, LineTotals, Suspect
from games.matches.audit.hunt import hunt, is_slip, is_swap
from tests.data import nights

ACC = Scheme.standard("acc")
FOURTEEN, THIRTEEN, SHORT = nights.full()

Cards = list[CardTotals[str]]
Lines = list[LineTotals[str]]


def scheme_of(night: dict[str, Any]) -> Scheme:
    return Scheme.standard("acc", target=night["target"])


def cards_of(night: dict[str, Any], *, net_only: bool = False) -> Cards:
    return [
        CardTotals(card.player, card.games, card.wins, card.points, net=card.net)
        if net_only
        else CardTotals(card.player, card.games, card.wins, card.points, plus=card.plus, minus=card.minus)
        for card in nights.cards_of(night)
    ]


def lines_of(night: dict[str, Any]) -> Lines:
    lines: Lines = []
    for game in night["lines"]:
        points = scheme_of(night).points(game["margin"])
        lines.append(LineTotals(game["winner"], game["loser"], game["game"], True, points, plus=game["margin"]))
        lines.append(LineTotals(game["loser"], game["winner"], game["game"], False, 0, minus=game["margin"]))
    return lines


def expected(night: dict[str, Any], **more: Any) -> Expectation[str]:
    planned = {player: card["games"] for player, card in night["cards"].items()}
    return Expectation(scheme_of(night), planned, night["audit"]["games"], **more)


def changed(cards: Cards, entry: str, **figures: Any) -> Cards:
    return [replace(card, **figures) if card.entry == entry else card for card in cards]


def without(cards: Cards, *entries: str) -> Cards:
    return [card for card in cards if card.entry not in entries]


def found(result: Audit[str], code: str) -> Finding[str]:
    (finding,) = [finding for finding in result.findings if finding.code == code]
    return finding


def codes(findings: tuple[Finding[str], ...]) -> list[str]:
    return [finding.code for finding in findings]


@pytest.mark.parametrize("night", nights.full(), ids=lambda night: night["night"])
@pytest.mark.parametrize("how", ["totals", "net only", "lines", "both", "no plan"])
def test_a_real_evening_balances_and_gives_its_sums(night: dict[str, Any], how: str) -> None:
    cards = [] if how == "lines" else cards_of(night, net_only=how == "net only")
    lines = lines_of(night) if how in ("lines", "both") else []
    plan = Expectation[str](scheme_of(night)) if how == "no plan" else expected(night)
    result = audit.check(cards, plan, lines)
    assert result.balances
    assert result.complete
    assert result.findings == ()
    sums = night["audit"]
    assert result.games == sums["games"]
    assert result.sums.card_games == 2 * sums["games"]
    assert (result.sums.wins, result.sums.losses) == (sums["wins"], sums["losses"])
    assert (result.sums.points, result.sums.skunks, result.sums.net) == (sums["points"], sums["skunks"], sums["net"])
    assert result.sums.points == 2 * sums["games"] + sums["skunks"]
    if how != "net only":
        assert (result.sums.plus, result.sums.minus) == (sums["plus"], sums["minus"])
    assert (result.wins_by, result.losses_by, result.net_by) == (0, 0, 0)
    assert result.forecast is None


def test_an_impossible_card_is_named() -> None:
    result = audit.check(changed(cards_of(FOURTEEN), "P04", points=19), expected(FOURTEEN))
    finding = found(result, "points_outside")
    assert finding.entries == ("P04",)
    assert finding.data == {"wins": 6, "points": 19, "low": 12, "high": 18}
    assert not result.balances


def test_net_eighteen_too_high_gives_the_hunt_list() -> None:
    cards = changed(cards_of(FOURTEEN, net_only=True), "P11", net=39)
    cards = [replace(card, compared=card.entry not in ("P03", "P07", "P11")) for card in cards]
    result = audit.check(cards, expected(FOURTEEN))
    assert result.net_by == 18
    assert found(result, "net_off").data == {"actual": 18, "expected": 0, "by": 18}
    swapped = found(result, "swapped_digits")
    assert swapped.data == {"off": 18, "divisor": 9}
    assert swapped.suspects == (Suspect("P10", "net", 20, 2),)
    assert found(result, "wrong_sign").data == {"off": 18, "half": 9}
    assert found(result, "not_compared").entries == ("P03", "P07", "P11")


def test_swapped_digits_point_at_the_card() -> None:
    """P13's +12 typed as +21: nine too high."""
    cards = changed(cards_of(FOURTEEN, net_only=True), "P13", net=21)
    result = audit.check(cards, expected(FOURTEEN))
    assert result.net_by == 9
    assert Suspect("P13", "net", 21, 12) in found(result, "swapped_digits").suspects
    assert "wrong_sign" not in codes(result.findings)


def test_swapped_digits_are_looked_for_in_plus_and_minus() -> None:
    result = audit.check(changed(cards_of(FOURTEEN), "P04", plus=78), expected(FOURTEEN))
    assert result.net_by == -9
    assert Suspect("P04", "plus", 78, 87) in found(result, "swapped_digits").suspects
    result = audit.check(changed(cards_of(FOURTEEN), "P01", minus=85), expected(FOURTEEN))
    assert result.net_by == -27
    assert Suspect("P01", "minus", 85, 58) in found(result, "swapped_digits").suspects


def test_a_wrong_sign_points_at_the_card() -> None:
    """P12's −42 typed as +42: 84 too high."""
    cards = changed(cards_of(FOURTEEN, net_only=True), "P12", net=42)
    result = audit.check(cards, expected(FOURTEEN))
    assert result.net_by == 84
    assert found(result, "wrong_sign").suspects == (Suspect("P12", "net", 42, -42),)


def test_plus_and_minus_in_each_others_place_point_at_the_card() -> None:
    cards = changed(cards_of(FOURTEEN), "P12", plus=90, minus=48)
    result = audit.check(cards, expected(FOURTEEN))
    assert found(result, "wrong_sign").suspects == (Suspect("P12", "net", 42, -42),)


def test_a_sign_that_would_make_the_card_impossible_is_no_suspect() -> None:
    """R03 won eight of nine: no card of eight wins has net −94 with at most one loss of 61."""
    cards = changed(cards_of(SHORT, net_only=True), "R01", net=77 + 188)
    result = audit.check(cards, expected(SHORT))
    assert result.net_by == 188
    assert found(result, "wrong_sign").suspects == ()


def test_one_wrong_digit_points_at_the_cards_that_could_hold_it_unread_cards_first() -> None:
    cards = [replace(card, compared=card.entry == "P01") for card in cards_of(FOURTEEN, net_only=True)]
    result = audit.check(changed(cards, "P04", net=48), expected(FOURTEEN))
    assert result.net_by == 5
    suspects = found(result, "single_digit").suspects
    assert Suspect("P04", "net", 48, 43) in suspects
    assert all(is_slip(abs(suspect.written), abs(suspect.instead)) for suspect in suspects)
    assert all(suspect.written - suspect.instead == 5 for suspect in suspects)
    assert "P01" not in {suspect.entry for suspect in suspects[:-1]}


def test_a_card_whose_net_is_not_plus_less_minus_is_named_and_hunted() -> None:
    cards = changed(cards_of(FOURTEEN), "P04", net=34)
    result = audit.check(cards, expected(FOURTEEN))
    assert found(result, "net_not_plus_minus").entries == ("P04",)
    assert found(result, "plus_minus_mismatch").entries == ("P04",)
    assert found(result, "plus_minus_off").data == {"plus": 990, "minus": 990, "expected": 0, "by": 0}
    assert not any(suspect.entry == "P04" for finding in result.hunt for suspect in finding.suspects)


def test_a_card_that_says_it_all_three_ways_is_mended_in_its_columns() -> None:
    cards = [replace(card, net=card.spread) for card in cards_of(FOURTEEN)]
    result = audit.check(changed(cards, "P04", plus=78, net=34), expected(FOURTEEN))
    assert Suspect("P04", "plus", 78, 87) in found(result, "swapped_digits").suspects


def test_wins_that_do_not_add_up_list_the_cards_not_compared() -> None:
    cards = changed(cards_of(FOURTEEN), "P04", wins=5)
    cards = [replace(card, compared=card.entry != "P04") for card in cards]
    result = audit.check(cards, expected(FOURTEEN))
    assert (result.wins_by, result.losses_by, result.net_by) == (-1, 1, 0)
    assert found(result, "wins_off").data == {"actual": 62, "expected": 63, "by": -1}
    assert found(result, "losses_off").data["by"] == 1
    assert codes(result.hunt) == ["not_compared"]
    assert found(result, "not_compared").entries == ("P04",)
    compared = [replace(card, compared=True) for card in cards]
    assert audit.check(compared, expected(FOURTEEN)).hunt == ()


def test_the_last_card_is_forecast() -> None:
    result = audit.check(without(cards_of(THIRTEEN), "Q10"), expected(THIRTEEN))
    assert result.missing == ("Q10",)
    assert result.forecast == Forecast(("Q10",), games=9, wins=7, net=67)
    assert not result.complete
    assert not result.balances
    assert result.problems == ()
    assert codes(result.notes) == ["cards_missing"]
    assert (result.wins_by, result.net_by) == (None, None)


def test_the_forecast_stands_whatever_is_typed_for_the_card() -> None:
    cards = changed(cards_of(THIRTEEN), "Q10", plus=110)
    assert audit.forecast(cards, expected(THIRTEEN), "Q10") == Forecast(("Q10",), 9, 7, 67)
    assert audit.forecast(iter(cards), expected(THIRTEEN), "Q10", iter(())) == Forecast(("Q10",), 9, 7, 67)
    assert audit.forecast(without(cards, "Q10"), expected(THIRTEEN), "Q10") == Forecast(("Q10",), 9, 7, 67)
    assert audit.forecast(without(cards, "Q01"), expected(THIRTEEN), "Q10") is None
    assert audit.forecast(cards, Expectation(ACC), "Q10") == Forecast(("Q10",), 9, 7, 67)
    assert audit.forecast(cards, Expectation(ACC), "nobody") is None


def test_the_forecast_of_game_lines_keeps_what_was_ruled() -> None:
    lines = [
        replace(line, plus=line.plus and line.plus - 1, ruled=True) if (line.entry, line.game) == ("P01", 5) else line
        for line in lines_of(FOURTEEN)
    ]
    assert audit.forecast([], expected(FOURTEEN), "P10", lines) == Forecast(("P10",), 9, 4, 20)
    assert audit.forecast([], expected(FOURTEEN), "P01", lines) == Forecast(("P01",), 9, 6, 22)


def test_somebody_with_no_games_to_play_owes_no_card() -> None:
    plan = expected(FOURTEEN)
    result = audit.check(cards_of(FOURTEEN), replace(plan, cards={**plan.cards, "late": 0}))
    assert result.complete
    assert result.missing == ()


def test_a_forecast_needs_every_other_spread() -> None:
    cards = changed(without(cards_of(THIRTEEN), "Q10"), "Q01", plus=None, minus=None)
    assert audit.check(cards, expected(THIRTEEN)).forecast == Forecast(("Q10",), 9, 7, None)


def test_several_cards_out_are_forecast_together() -> None:
    result = audit.check(without(cards_of(THIRTEEN), "Q10", "Q13"), expected(THIRTEEN))
    assert result.forecast == Forecast(("Q10", "Q13"), games=17, wins=11, net=121)


def test_what_is_left_for_the_missing_must_be_possible() -> None:
    cards = changed(without(cards_of(THIRTEEN), "Q04"), "Q10", wins=8, points=16)
    result = audit.check(cards, expected(THIRTEEN))
    assert found(result, "left_impossible").data == {"games": 9, "wins": -1, "losses": 10}
    cards = changed(without(cards_of(THIRTEEN), "Q04"), "Q10", plus=None, minus=None, net=-90)
    result = audit.check(cards, expected(THIRTEEN))
    assert found(result, "left_net_impossible").data == {"games": 9, "wins": 0, "net": 6, "low": -1089, "high": -9}


def test_a_card_that_never_comes_is_explained_not_missed() -> None:
    result = audit.check(without(cards_of(THIRTEEN), "Q10"), expected(THIRTEEN, never=frozenset({"Q10"})))
    assert result.complete
    assert result.balances
    assert result.forecast == Forecast(("Q10",), games=9, wins=7, net=67)


def test_games_not_played_are_subtracted() -> None:
    cards = changed(cards_of(FOURTEEN), "P01", games=8, wins=5, points=10, plus=76)
    cards = changed(cards, "P14", games=8, minus=42)
    result = audit.check(cards, expected(FOURTEEN, not_played=1))
    assert result.balances
    assert codes(result.notes) == ["games_not_planned", "games_not_planned"]
    assert found(replace(result, findings=result.findings[:1]), "games_not_planned").data == {"games": 8, "planned": 9}
    assert audit.check(cards, expected(FOURTEEN)).wins_by == -1


def test_one_short_card_too_many_cannot_be() -> None:
    cards = changed(cards_of(FOURTEEN), "P01", games=8)
    result = audit.check(cards, Expectation(ACC))
    assert found(result, "odd_card_games").data == {"card_games": 125}
    assert "losses_off" not in codes(result.findings)
    assert found(audit.check(cards, expected(FOURTEEN)), "losses_off").data["by"] == -1


def test_a_card_typed_twice_is_a_problem() -> None:
    cards = cards_of(FOURTEEN)
    result = audit.check([*cards, cards[0]], expected(FOURTEEN))
    assert found(result, "card_twice").entries == ("P01",)
    assert result.wins_by == 0


def test_one_spread_not_given_is_what_the_others_leave() -> None:
    cards = changed(cards_of(FOURTEEN), "P04", plus=None, minus=None)
    result = audit.check(cards, expected(FOURTEEN))
    assert result.balances
    assert found(result, "net_not_given").entries == ("P04",)
    assert found(result, "net_left").data == {"net": 43}
    assert (result.net_by, result.wins_by) == (None, 0)


def test_one_spread_not_given_must_be_possible() -> None:
    cards = changed(cards_of(SHORT), "R05", plus=None, minus=None)
    result = audit.check(changed(cards, "R03", plus=0, minus=101), expected(SHORT))
    assert found(result, "left_net_impossible").entries == ("R05",)
    assert found(result, "left_net_impossible").data == {"games": 9, "wins": 1, "net": 54, "low": -487, "high": 53}


def test_a_card_without_a_spread_is_no_suspect() -> None:
    assert [finding.suspects for finding in hunt([CardTotals("Ann", 9, 6, 12, compared=True)], 18, ACC)] == [(), ()]


def test_two_spreads_not_given_leave_net_untold() -> None:
    cards = [replace(c, plus=None, minus=None) if c.entry in ("P04", "P05") else c for c in cards_of(FOURTEEN)]
    result = audit.check(cards, expected(FOURTEEN))
    assert result.balances
    assert found(result, "net_not_given").entries == ("P04", "P05")
    assert "net_left" not in codes(result.findings)


def test_a_game_for_one_card_only_is_explained() -> None:
    """Q13's ninth game against a house player: won by 12, counted on Q13's card alone."""
    cards = changed(cards_of(THIRTEEN), "Q13", games=9, wins=5, points=11, plus=118)
    one = Explained("one_sided", ("Q13",), 11, wins=1, plus=12)
    plan = expected(THIRTEEN, explained=(one,))
    result = audit.check(cards, replace(plan, cards={**plan.cards, "Q13": 9}))
    assert result.balances
    assert result.net_by == 0
    assert found(result, "explained").data == {"kind": "one_sided", "game": 11, "wins": 1, "losses": 0, "net": 12}
    assert audit.check(cards, Expectation(ACC, explained=(one,))).balances
    assert audit.check(cards, expected(THIRTEEN)).net_by == 12


def test_a_game_for_one_card_only_whose_result_no_line_tells_must_be_possible() -> None:
    cards = changed(cards_of(THIRTEEN), "Q13", games=9, wins=5, points=11, plus=118)
    plan = expected(THIRTEEN, one_sided=1)
    plan = replace(plan, cards={**plan.cards, "Q13": 9})
    result = audit.check(cards, plan)
    assert result.balances
    assert result.forecast is None
    assert audit.check(cards, replace(plan, games=None)).balances
    spoilt = audit.check(changed(cards, "Q13", plus=106 + 122), plan)
    assert found(spoilt, "left_net_impossible").data["net"] == -122


def test_a_line_for_one_card_only_explains_itself() -> None:
    lines = [*lines_of(THIRTEEN), LineTotals("Q13", "Q01", 11, False, 0, minus=7, one_sided=True)]
    plan = expected(THIRTEEN)
    result = audit.check([], replace(plan, cards={**plan.cards, "Q13": 9}), lines)
    assert result.balances
    assert result.explained == (Explained("one_sided", ("Q13",), 11, losses=1, minus=7),)
    won = LineTotals("Q13", "Q01", 11, True, 2, plus=7, one_sided=True)
    assert audit.explain([won]) == (Explained("one_sided", ("Q13",), 11, wins=1, plus=7),)


@pytest.mark.parametrize(
    ("one", "other", "effect"),
    [
        # rule 12.2 a: W21 against L16, ruled W16 and L16: mirrored, nothing to explain
        ((True, 2, 16, None), (False, 0, None, 16), None),
        # b: W17 against L16, both qualify: W16 and L17
        ((True, 2, 16, None), (False, 0, None, 17), (0, 0, -1)),
        # h: W15 against L20 stands
        ((True, 2, 15, None), (False, 0, None, 20), (0, 0, -5)),
        # e: both claimed the win in the same column: both lose
        ((False, 0, None, 12), (False, 0, None, 12), (-1, 1, -24)),
    ],
    ids=["a", "b", "h", "e"],
)
def test_rulings_explain_what_they_leave(
    one: tuple[Any, ...], other: tuple[Any, ...], effect: tuple[int, int, int] | None
) -> None:
    def ruled(entry: str, opponent: str, value: tuple[Any, ...]) -> LineTotals[str]:
        return LineTotals(entry, opponent, 1, value[0], value[1], value[2], value[3], ruled=True)

    lines = [line for line in lines_of(FOURTEEN) if not (line.game == 1 and line.entry in ("P01", "P14"))]
    lines += [ruled("P01", "P14", one), ruled("P14", "P01", other)]
    result = audit.check([], expected(FOURTEEN), lines)
    assert result.balances
    assert (result.wins_by, result.losses_by, result.net_by) == (0, 0, 0)
    if effect is None:
        assert result.explained == ()
    else:
        (explained,) = result.explained
        assert (explained.wins, explained.losses, explained.net) == effect
        assert explained.kind == "ruling"


def test_one_ruled_side_frees_both_from_answering_each_other() -> None:
    pair = [
        LineTotals("Ann", "Bob", 1, True, 2, plus=16, ruled=True),
        LineTotals("Bob", "Ann", 1, False, 0, minus=17),
    ]
    result = audit.check([], Expectation(ACC, {"Ann": 1, "Bob": 1}, 1), pair)
    assert result.balances
    assert result.explained[0].net == -1


def pair(one: dict[str, Any], other: dict[str, Any]) -> Audit[str]:
    """Audit one game of two cards: Ann won by 20, unless told otherwise."""
    ann: dict[str, Any] = {"opponent": "Bob", "game": 1, "won": True, "points": 2, "plus": 20} | one
    bob: dict[str, Any] = {"opponent": "Ann", "game": 1, "won": False, "points": 0, "minus": 20} | other
    lines = [LineTotals("Ann", **ann), LineTotals("Bob", **bob)]
    return audit.check([], Expectation(ACC, {"Ann": 1, "Bob": 1}, 1), lines)


def test_a_game_both_cards_agree_on_balances() -> None:
    assert pair({}, {}).balances


def test_two_winners_and_two_losers_light_up() -> None:
    both = pair({}, {"won": True, "points": 2, "plus": 20, "minus": None})
    assert found(both, "both_won").entries == ("Ann", "Bob")
    assert found(both, "wins_off").data["by"] == 1
    none = pair({"won": False, "points": 0, "plus": None, "minus": 20}, {})
    assert found(none, "both_lost").data == {"game": 1}


def test_margins_that_differ_name_both_and_say_if_the_skunk_line_lies_between() -> None:
    finding = found(pair({"plus": 20}, {"minus": 25}), "margins_differ")
    assert finding.data == {"game": 1, "first": 20, "second": 25, "over_line": False}
    finding = found(pair({"plus": 31, "points": 3}, {"minus": 30}), "margins_differ")
    assert finding.data["over_line"]
    finding = found(pair({"plus": 20}, {"minus": 200}), "margins_differ")
    assert not finding.data["over_line"]


def test_a_figure_not_written_is_no_difference() -> None:
    result = pair({"plus": None}, {})
    assert result.problems == ()
    assert result.sums.net is None
    assert result.sums.skunks is None
    assert found(result, "net_left").data == {"net": 20}


def test_a_line_is_checked_by_itself() -> None:
    assert found(pair({"points": 3}, {}), "points_not_margin").data == {
        "game": 1,
        "margin": 20,
        "points": 3,
        "right": 2,
    }
    assert found(pair({}, {"points": 2}), "points_not_margin").data["right"] == 0
    assert found(pair({"points": 3}, {}), "points_off").data == {"actual": 3, "expected": 2, "by": 1}
    assert found(pair({"plus": 122}, {}), "margin_outside").data["high"] == 121
    assert pair({"plus": 122}, {}).sums.skunks is None
    wrong = found(pair({"plus": None, "minus": 20}, {}), "wrong_column")
    assert wrong.data == {"game": 1, "won": True, "margin": 20}
    assert found(pair({}, {"minus": None, "plus": 20}), "wrong_column").entries == ("Bob",)
    assert found(pair({"minus": 3}, {}), "both_columns").data == {"game": 1, "plus": 20, "minus": 3}
    assert found(pair({"opponent": "Ann"}, {}), "against_oneself").entries == ("Ann",)


def test_cards_that_name_other_opponents_light_up() -> None:
    result = pair({}, {"opponent": "Cy"})
    assert found(result, "opponent_differs").entries == ("Ann", "Bob")
    assert "line_alone" not in codes(result.findings)


def test_an_opponent_not_written_is_taken_from_the_other_card() -> None:
    assert pair({}, {"opponent": None}).balances
    assert pair({"opponent": None}, {"opponent": None}).balances


def test_a_line_its_opponent_does_not_have() -> None:
    result = pair({}, {"game": 2})
    assert codes(result.problems) == ["line_alone", "line_alone"]
    alone = [LineTotals("Ann", "Bob", 1, True, 2, plus=20)]
    assert "line_alone" not in codes(audit.check([], Expectation(ACC, {"Ann": 1, "Bob": 1}, 1), alone).findings)


def test_two_lines_for_one_game() -> None:
    lines = lines_of(FOURTEEN)
    result = audit.check([], expected(FOURTEEN), [*lines, lines[0]])
    assert found(result, "game_twice").entries == ("P01",)
    assert found(result, "lines_above_games").data == {"lines": 10, "games": 9}
    assert found(audit.check(cards_of(FOURTEEN), expected(FOURTEEN), [*lines, lines[0]]), "lines_above_games")


def test_lines_must_add_up_to_the_typed_card() -> None:
    cards = changed(cards_of(FOURTEEN), "P04", plus=78, wins=5)
    result = audit.check(cards, expected(FOURTEEN), lines_of(FOURTEEN))
    differing = [finding for finding in result.problems if finding.code == "lines_not_totals"]
    assert [finding.data for finding in differing] == [
        {"field": "wins", "lines": 6, "typed": 5},
        {"field": "plus", "lines": 87, "typed": 78},
    ]
    assert result.net_by == 0, "games count, the card is the checksum"
    net_only = changed(cards_of(FOURTEEN, net_only=True), "P04", net=34)
    result = audit.check(net_only, expected(FOURTEEN), lines_of(FOURTEEN))
    assert found(result, "lines_not_totals").data == {"field": "net", "lines": 43, "typed": 34}


def test_a_card_with_some_of_its_lines_counts_by_its_totals() -> None:
    lines = [line for line in lines_of(FOURTEEN) if line.game <= 4]
    result = audit.check(cards_of(FOURTEEN), expected(FOURTEEN), lines)
    assert result.balances
    assert Counter(codes(result.notes)) == {"lines_missing": 14}
    assert result.notes[0].data == {"lines": 4, "games": 9}


def test_some_lines_and_no_card_is_a_card_still_out() -> None:
    lines = [line for line in lines_of(FOURTEEN) if line.game <= 4 or line.entry != "P01"]
    result = audit.check([], expected(FOURTEEN), lines)
    assert result.missing == ("P01",)
    assert result.forecast == Forecast(("P01",), 9, 6, 23)


def test_swaps_and_slips_are_told_as_a_card_writes_them() -> None:
    assert is_swap(74, 47)
    assert is_swap(7, 70)
    assert is_swap(119, 191)
    assert is_swap(119, 911)
    assert not is_swap(119, 119)
    assert not is_swap(12, 34)
    assert not is_swap(123, 231)
    assert is_slip(74, 71)
    assert is_slip(7, 17)
    assert not is_slip(74, 74)
    assert not is_slip(74, 47)


@st.composite
def evenings(draw: st.DrawFn) -> tuple[Scheme, Cards, Lines]:
    """An evening of random games under a random scheme: cards and lines that belong together."""
    scheme = draw(
        st.sampled_from(
            [ACC, Scheme.standard("61", target=61), Scheme.standard("m", win=1, skunk=2, double=3, triple=3, loss=0)]
        )
    )
    players = [f"P{n}" for n in range(draw(st.integers(3, 7)))]
    lines: Lines = []
    for game in range(1, draw(st.integers(1, 5)) + 1):
        seated = draw(st.permutations(players))
        for one, other in zip(seated[::2], seated[1::2], strict=False):
            margin = draw(st.integers(1, scheme.target))
            lines.append(LineTotals(one, other, game, True, scheme.points(margin), plus=margin))
            lines.append(LineTotals(other, one, game, False, scheme.loss, minus=margin))
    cards = []
    for player in players:
        own = [line for line in lines if line.entry == player]
        cards.append(
            CardTotals(
                player,
                len(own),
                sum(line.won for line in own),
                sum(line.points for line in own),
                sum(line.plus or 0 for line in own),
                sum(line.minus or 0 for line in own),
            )
        )
    return scheme, cards, lines


@given(evenings())
def test_every_honest_evening_balances(evening: tuple[Scheme, Cards, Lines]) -> None:
    scheme, cards, lines = evening
    plan = Expectation(scheme, {card.entry: card.games for card in cards}, len(lines) // 2)
    for result in (
        audit.check(cards, plan),
        audit.check(cards, plan, lines),
        audit.check([card for card in cards if not card.games], plan, lines),
    ):
        assert result.balances
        assert result.findings == ()
        assert (result.sums.net, result.sums.wins) == (0, len(lines) // 2)


@given(evenings(), st.data())
def test_any_card_can_be_forecast_from_the_others(evening: tuple[Scheme, Cards, Lines], data: st.DataObject) -> None:
    scheme, cards, lines = evening
    plan = Expectation(scheme, {card.entry: card.games for card in cards}, len(lines) // 2)
    card = data.draw(st.sampled_from([card for card in cards if card.games]))
    left = audit.forecast(cards, plan, card.entry)
    assert left == Forecast((card.entry,), card.games, card.wins, card.spread)


@given(evenings(), st.data())
def test_a_net_typed_with_its_digits_swapped_is_always_among_the_suspects(
    evening: tuple[Scheme, Cards, Lines], data: st.DataObject
) -> None:
    scheme, cards, lines = evening
    cards = [CardTotals(card.entry, card.games, card.wins, card.points, net=card.spread) for card in cards]
    card = data.draw(st.sampled_from(cards))
    assert card.net is not None
    digits = f"{abs(card.net):02}"
    wrong = int(digits[1] + digits[0] + digits[2:]) * (-1 if card.net < 0 else 1)
    assume(wrong != card.net)
    plan = Expectation(scheme, {card.entry: card.games for card in cards}, len(lines) // 2)
    result = audit.check(changed(cards, card.entry, net=wrong), plan)
    assert result.net_by == wrong - card.net
    assert not result.balances
    assert Suspect(card.entry, "net", wrong, card.net) in found(result, "swapped_digits").suspects
