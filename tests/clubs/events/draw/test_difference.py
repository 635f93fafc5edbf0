"""What changes, shown before it is applied."""

from clubs.events.draw import Change, Stop, difference, draw, redraw


def test_nothing_changes_between_a_draw_and_itself() -> None:
    night = draw(range(1, 13), 9, seed=1)
    assert difference(night, night) == ()


def test_a_departure_before_the_last_game_changes_it_for_two_people() -> None:
    night = draw(range(1, 13), 9, seed=1, seats={seat: seat for seat in range(1, 13)})
    gone = next(stop for stop in night.card(12) if stop.round == 9)
    assert gone.opponent is not None
    other = next(stop for stop in night.card(gone.opponent) if stop.round == 9)
    changes = difference(night, redraw(night, from_round=9, departures=[12], seed=1))
    assert {change.player: (change.round, change.old, change.new) for change in changes} == {
        12: (9, gone, None),
        gone.opponent: (9, other, Stop(9, other.seat)),
    }


def test_changes_come_round_by_round() -> None:
    night = draw(range(1, 14), 9, seed=1)
    changes = difference(night, redraw(night, from_round=3, departures=[5], seed=1))
    assert [change.round for change in changes] == sorted(change.round for change in changes)
    assert {change.round for change in changes if change.player == 5 and change.new is None} >= set(range(3, 10))


def test_a_newcomer_has_nothing_before() -> None:
    night = draw(range(1, 14), 9, seed=1)
    more = redraw(night, from_round=9, arrivals=[14], seed=1)
    assert [(change.round, change.old) for change in difference(night, more) if change.player == 14] == [(9, None)]
    sitter = next(out for out in night.sit_outs if out.round == 9)
    (change,) = [change for change in difference(night, more) if change.round == 9 and change.player == sitter.player]
    assert change == Change(9, sitter.player, Stop(9, 13), Stop(9, 13, 14, 7))
