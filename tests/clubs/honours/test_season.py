import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clubs.events.ranking.chain import Decision
from clubs.honours import season
from clubs.honours.grp import HonoursError, Rules
from clubs.honours.season import Balance, BestCard, Contender, Line, NightCard, NightPlace, Table
from tests.data import nights

Card = NightCard[str, int]


def card(player: str, night: int, points: int, wins: int, **more: Any) -> Card:
    return NightCard(player, night, points, wins, **{"games": 9, "full_games": 9} | more)


def build(*cards: Card, nights: int = 3, **more: Any) -> Table[str, int]:
    return season.table(cards, nights=range(1, nights + 1), **more)


def line(table: Table[str, int], player: str) -> Line[str, int]:
    (found,) = [line for line in table.lines if line.player == player]
    return found


def test_the_race_of_a_published_season() -> None:
    """90 after a 16 card, +14 = 104, nothing in a week without a card of 12, +13 = 117."""
    weeks = [(16, 7), (14, 7), (9, 4), (13, 6)]
    totals = []
    for played in range(1, 5):
        cards = [card("Ann", n + 1, *weeks[n]) for n in range(played)]
        table = build(*cards, nights=4, balances=[Balance("Ann", points=74)])
        totals.append(line(table, "Ann").grp)
    assert totals == [90, 104, 104, 117]


def test_points_cards_nights_games_and_wins() -> None:
    table = build(card("Ann", 1, 12, 6, net=23), card("Ann", 2, 11, 5, net=-4), card("Ann", 3, 18, 9, net=120))
    ann = line(table, "Ann")
    assert (ann.grp, ann.twelve_plus, ann.nights, ann.games, ann.wins) == (30, 2, 3, 27, 20)
    assert ann.win_permille == 741
    assert (ann.net, ann.net_unknown) == (139, 0)
    assert ann.grand_slams == 1
    assert ann.best == BestCard(18, 9, 120, 3)
    assert ann.credited


def test_eight_wins_of_eight_on_a_short_card_is_no_grand_slam() -> None:
    table = build(card("Ann", 1, 16, 8, games=8), card("Ann", 2, 18, 9), card("Ann", 3, 0, 0, games=0, full_games=0))
    assert line(table, "Ann").grand_slams == 1


def test_best_card_is_by_points_then_wins_then_net() -> None:
    cards = [
        card("Ann", 1, 14, 6, net=200),
        card("Ann", 2, 14, 7, net=10),
        card("Ann", 3, 14, 7),
    ]
    assert line(build(*cards), "Ann").best == BestCard(14, 7, 10, 2)
    brought = [Balance("Ann", best=(14, 7, 10))]
    assert line(build(*cards, balances=brought), "Ann").best == BestCard(14, 7, 10, None)
    assert line(build(balances=[Balance("Ann")]), "Ann").best is None


def test_skunks_won_less_lost_rest_on_the_nights_that_tell_both() -> None:
    table = build(
        card("Ann", 1, 14, 6, skunks=2, skunks_lost=1),
        card("Ann", 2, 12, 6, skunks=3),
        card("Ann", 3, 5, 5),
    )
    ann = line(table, "Ann")
    assert (ann.skunks, ann.skunks_lost, ann.skunk_balance, ann.skunk_nights) == (5, 1, 1, 1)


def test_nothing_tells_the_skunk_balance_of_totals_alone() -> None:
    ann = line(build(card("Ann", 1, 12, 6, skunks=0)), "Ann")
    assert (ann.skunk_balance, ann.skunk_nights) == (None, 0)


def test_places_stand_by_night_with_gaps_for_nights_away() -> None:
    table = build(card("Ann", 1, 12, 6, rank=2, shared=True, of=14), card("Ann", 3, 9, 4, rank=7, of=13))
    assert line(table, "Ann").places == (
        NightPlace(1, 2, True, 14),
        NightPlace(2, None, False, None),
        NightPlace(3, 7, False, 13),
    )


def test_what_was_brought_forward_is_part_of_every_figure() -> None:
    balance = Balance("Ann", 40, 5, 45, 24, 3, 6, 4, (20, 8, 150), 1, 840)
    ann = line(build(card("Ann", 1, 18, 9, net=80, skunks=0, skunks_lost=0), balances=[balance]), "Ann")
    assert (ann.grp, ann.brought_forward, ann.lifetime) == (58, 40, 858)
    assert (ann.nights, ann.games, ann.wins, ann.twelve_plus) == (6, 54, 33, 4)
    assert (ann.skunks, ann.skunks_lost, ann.skunk_balance, ann.skunk_nights) == (6, 4, 2, 1)
    assert (ann.best, ann.grand_slams) == (BestCard(20, 8, 150, None), 2)


def test_a_player_with_nothing_but_a_balance_is_in_the_table() -> None:
    table = build(nights=0, balances=[Balance("Ann", points=40), Balance("Bob", points=50)])
    assert [(row.player, row.rank, row.before) for row in table.lines] == [("Bob", 1, 1), ("Ann", 2, 2)]
    assert table.lines[0].win_permille is None
    assert table.lines[0].lifetime is None


def test_a_guest_stands_in_grey_until_joined_and_credited() -> None:
    guest = [card("Gus", 1, 15, 7, kind="guest"), card("Ann", 1, 12, 6)]
    table = build(*guest)
    gus = line(table, "Gus")
    assert (gus.rank, gus.grp, gus.twelve_plus, gus.nights, gus.credited) == (None, 0, 0, 1, False)
    assert table.lines[-1] is gus
    joined = [card("Gus", 1, 15, 7, kind="guest", joined=True), card("Ann", 1, 12, 6)]
    assert line(build(*joined), "Gus").rank is None
    rules = Rules(credit_guests_once_joined=True)
    assert (line(build(*joined, rules=rules), "Gus").rank, line(build(*joined, rules=rules), "Gus").grp) == (1, 15)


def test_cards_from_before_joining_are_not_credited_but_count_as_nights() -> None:
    table = build(card("Gus", 1, 15, 7, kind="guest", joined=True), card("Gus", 2, 13, 6))
    gus = line(table, "Gus")
    assert (gus.grp, gus.twelve_plus, gus.nights, gus.rank) == (13, 1, 2, 1)


def test_short_cards_may_earn_nothing() -> None:
    short = card("Ann", 1, 14, 7, games=8)
    assert line(build(short), "Ann").grp == 14
    assert line(build(short, rules=Rules(short_cards_count=False)), "Ann").grp == 0


def test_level_players_share_a_rank_and_the_next_leaves_the_gap() -> None:
    table = build(card("Ann", 1, 12, 6), card("Bob", 1, 12, 6), card("Cy", 1, 11, 5), card("Dee", 1, 16, 7))
    assert {row.player: (row.rank, row.shared) for row in table.lines} == {
        "Dee": (1, False),
        "Ann": (2, True),
        "Bob": (2, True),
        "Cy": (4, False),
    }
    assert table.champion_tie is None


def test_the_rank_before_the_last_night_shows_who_moved() -> None:
    table = build(card("Ann", 1, 13, 6), card("Bob", 1, 12, 6), card("Bob", 2, 14, 7), card("Cy", 2, 20, 8), nights=2)
    assert {row.player: (row.rank, row.before) for row in table.lines} == {
        "Bob": (1, 2),
        "Cy": (2, None),
        "Ann": (3, 1),
    }


def test_level_leaders_are_left_to_people_who_see_what_they_would_look_at() -> None:
    table = build(
        card("Ann", 1, 13, 6, net=20),
        card("Ann", 2, 13, 6, net=30),
        card("Bob", 1, 26, 9, net=300),
        card("Cy", 1, 12, 6, net=0),
    )
    assert table.lines[0].rank == table.lines[1].rank == 1
    tie = table.champion_tie
    assert tie is not None
    assert set(tie.contenders) == {Contender("Ann", 2, 12, 50), Contender("Bob", 1, 9, 300)}
    assert tie.leads == {"Ann"}


def test_people_name_the_champion() -> None:
    cards = [card("Ann", 1, 13, 6), card("Bob", 1, 13, 6)]
    table = build(*cards, decisions=[Decision.ordered("Bob", "Ann")])
    assert [(row.player, row.rank) for row in table.lines] == [("Bob", 1), ("Ann", 2)]
    assert table.champion_tie is None


def test_level_on_all_of_it_nobody_leads() -> None:
    tie = build(card("Ann", 1, 13, 6, net=20), card("Bob", 1, 13, 6, net=20)).champion_tie
    assert tie is not None
    assert tie.leads == frozenset()


def test_what_was_not_brought_forward_is_not_guessed() -> None:
    balance = Balance("Ann", points=13, wins=6)
    tie = build(card("Bob", 1, 13, 6, net=20), balances=[balance]).champion_tie
    assert tie is not None
    assert tie.leads == frozenset()
    assert set(tie.contenders) == {Contender("Ann", None, 6, None), Contender("Bob", 1, 6, 20)}
    nothing = Balance("Cy", points=0)
    tie = build(card("Cy", 1, 13, 6, net=20), card("Bob", 1, 13, 6), balances=[nothing]).champion_tie
    assert tie is not None
    assert set(tie.contenders) == {Contender("Cy", 1, None, None), Contender("Bob", 1, 6, None)}


def test_nobody_is_champion_of_nothing() -> None:
    assert build(card("Ann", 1, 5, 2), card("Bob", 1, 4, 2)).champion_tie is None
    assert build().champion_tie is None


@pytest.mark.parametrize(
    ("cards", "balances", "code"),
    [
        ([card("Ann", 9, 12, 6)], [], "night_unknown"),
        ([card("Ann", 1, 12, 6), card("Ann", 1, 12, 6)], [], "card_twice"),
        ([], [Balance("Ann"), Balance("Ann")], "balance_twice"),
    ],
)
def test_contradictory_facts_are_refused(cards: list[Card], balances: list[Balance[str]], code: str) -> None:
    with pytest.raises(HonoursError) as caught:
        build(*cards, balances=balances)
    assert caught.value.code == code


def test_three_real_evenings_make_a_season() -> None:
    cards: list[Card] = []
    for number, night in enumerate(nights.full(), start=1):
        for real in nights.cards_of(night):
            player = real.player[1:]
            cards.append(card(player, number, real.points, real.wins, games=real.games, net=real.net))
    table = build(*cards)
    expected = {
        player: sum(night["grp"].get(letter + player, 0) for letter, night in zip("PQR", nights.full(), strict=True))
        for player in {real.player for real in cards}
    }
    assert {row.player: row.grp for row in table.lines} == expected
    assert line(table, "04").win_permille == (2000 * (6 + 0 + 4) + 27) // 54


played = st.tuples(st.sampled_from("ABCDE"), st.integers(1, 4), st.integers(0, 27), st.integers(0, 9))


@given(st.lists(played, unique_by=lambda drawn: drawn[:2], max_size=16), st.integers())
def test_the_order_of_the_cards_changes_nothing(drawn: list[tuple[str, int, int, int]], seed: int) -> None:
    cards = [card(*one) for one in drawn]
    shuffled = cards[:]
    random.Random(seed).shuffle(shuffled)
    one, other = build(*cards, nights=4), build(*shuffled, nights=4)
    assert set(one.lines) == set(other.lines)
    assert [row.rank for row in one.lines] == [row.rank for row in other.lines]
    assert sum(row.grp for row in one.lines) == sum(points for _, _, points, _ in drawn if points >= 12)
    assert all(row.before is None or row.rank is not None for row in one.lines)
