"""The five choices of an odd field."""

from clubs.events.draw import draw
from clubs.events.draw.odd import Attending, Choice, odd_choices, short_card_order, stand_down_order

MEMBERS = [Attending(player) for player in range(1, 14)]


def with_guest() -> list[Attending]:
    return [*MEMBERS[:5], Attending(6, guest=True), *MEMBERS[6:]]


def test_an_even_field_has_no_choice_to_make() -> None:
    assert odd_choices(MEMBERS[:12], 9) == ()


def test_thirteen_players_and_nine_games() -> None:
    assert odd_choices(with_guest(), 9) == (
        Choice("stand_down", 12, 9, 9, player=13, because="last_to_sign_in"),
        Choice("house_player", 14, 9, 9),
        Choice("ghost", 13, 9, 10, 9, 9, 4, 6, "guest", 8),
        Choice("tenth_game", 13, 9, 10, 9, 9, 4, 6, "guest"),
        Choice("even_games", 13, 8, 9, 8, 8, 4),
        Choice("even_games", 13, 10, 11, 10, 10, 5),
    )


def test_an_even_number_of_games_leaves_no_card_short() -> None:
    assert [choice.code for choice in odd_choices(MEMBERS, 8)] == ["stand_down", "house_player", "ghost"]
    assert all(choice.short_games is None for choice in odd_choices(MEMBERS, 8))


def test_one_game_cannot_become_none() -> None:
    assert [choice.games for choice in odd_choices(MEMBERS[:3], 1) if choice.code == "even_games"] == [2]


def test_a_volunteer_comes_first_in_both_orders() -> None:
    people = [Attending(1), Attending(2, volunteer=True), Attending(3, guest=True, volunteer=True), Attending(4)]
    assert [person.player for person in stand_down_order(people)] == [2, 3, 4]
    assert [person.player for person in short_card_order(people)] == [2, 3, 4, 1]
    assert {choice.because for choice in odd_choices(people[:3], 9) if choice.player} == {"volunteer"}


def test_a_guest_stands_down_last_but_has_the_short_card_before_members() -> None:
    people = [Attending(1, guest=True), Attending(2), Attending(3), Attending(4, guest=True)]
    assert [person.player for person in stand_down_order(people)] == [3, 4]
    assert [person.player for person in short_card_order(people)] == [4, 1, 3, 2]
    only_guests = [Attending(player, guest=True) for player in (1, 2, 3)]
    assert odd_choices(only_guests, 9)[0].because == "guest"


def test_the_short_card_of_the_draw_there_is_wins() -> None:
    ghost = next(choice for choice in odd_choices(with_guest(), 9, short=5) if choice.code == "ghost")
    assert (ghost.player, ghost.because) == (5, "last_to_sign_in")


def test_the_choice_says_what_the_draw_then_does() -> None:
    for size in (3, 5, 7, 9, 11, 13, 21):
        people = [Attending(player) for player in range(size)]
        order = [person.player for person in short_card_order(people)]
        ghost = next(choice for choice in odd_choices(people, 9) if choice.code == "ghost")
        night = draw(range(size), 9, seed=1, short_order=order)
        assert (ghost.rounds, ghost.make_ups, ghost.sit_outs) == (
            night.rounds,
            len(night.make_ups),
            len(night.sit_outs),
        )
        assert ghost.sitting == len({out.player for out in night.sit_outs})
        assert [(card.player, card.games) for card in night.short] == [(ghost.player, ghost.short_games)]
