"""The worked deal of the rule pages, event for event."""

from engine import Phase, Rules, play
from engine.actions import Cut, Deal, Discard, Play
from engine.cards import card, cards, text
from engine.events import (
    CountEnded,
    DealEnded,
    Dealt,
    Discarded,
    Event,
    Played,
    SaidGo,
    Scored,
    Starter,
    Turned,
)
from engine.pegging import Peg
from engine.scoring import Combo
from tests.engine.positions import after

DEALER, PONE = 0, 1
DEALT = Deal((cards("5s 4s 2s 8d 6h 8c"), cards("Ts 6d Jh 4h Kc 7c")))
THROWS = [Discard(DEALER, cards("8d 8c")), Discard(PONE, cards("Ts Kc"))]
STARTER = Cut(card("5h"))
PLAYS = [
    Play(seat, card(one))
    for seat, one in [(1, "Jh"), (0, "5s"), (1, "7c"), (0, "6h"), (0, "2s"), (1, "6d"), (0, "4s"), (1, "4h")]
]
SHOW = [
    (PONE, "hand", "4h 6d 7c Jh", ["fifteen 5h Jh 2", "fifteen 4h 5h 6d 4", "run 4h 5h 6d 7c 8", "nobs Jh 9"]),
    (
        DEALER,
        "hand",
        "2s 4s 5s 6h",
        ["fifteen 4s 5h 6h 2", "fifteen 4s 5s 6h 4", "run 4s 5h 6h 7", "run 4s 5s 6h 10", "pair 5h 5s 12"],
    ),
    (DEALER, "crib", "8c 8d Ts Kc", ["fifteen 5h Ts 2", "fifteen 5h Kc 4", "pair 8c 8d 6"]),
]


def test_deal_and_throws() -> None:
    state, events = after(play.start(Rules(), DEALER), [DEALT, *THROWS])
    dealt = (cards("2s 4s 5s 6h 8c 8d"), cards("4h 6d 7c Ts Jh Kc"))
    assert events == [
        Dealt(1, DEALER, dealt, ()),
        Discarded(DEALER, cards("8c 8d")),
        Discarded(PONE, cards("Ts Kc")),
    ]
    assert state.phase is Phase.CUT
    assert state.crib == cards("8c 8d Ts Kc")
    assert state.hands == (cards("2s 4s 5s 6h"), cards("4h 6d 7c Jh"))


def test_the_play() -> None:
    """J 5 7 6 (go) 2 / 6 4 4: the dealer takes two, three and one, pone three at the end."""
    _, events = after(play.start(Rules(), DEALER), [DEALT, *THROWS, STARTER, *PLAYS[:7]])
    assert events[3:] == [
        Starter(card("5h")),
        Played(PONE, card("Jh"), 10),
        Played(DEALER, card("5s"), 15),
        Scored(DEALER, DEALER, "play", 2, 2, (Peg("fifteen", cards("5s Jh"), 2),)),
        Played(PONE, card("7c"), 22),
        Played(DEALER, card("6h"), 28),
        Scored(DEALER, DEALER, "play", 3, 5, (Peg("run3", cards("5s 6h 7c"), 3),)),
        SaidGo(PONE),
        Played(DEALER, card("2s"), 30),
        SaidGo(DEALER),
        Scored(DEALER, DEALER, "go", 1, 6),
        CountEnded("go"),
        Played(PONE, card("6d"), 6),
        Played(DEALER, card("4s"), 10),
    ]


def test_the_show_and_the_end_of_the_deal() -> None:
    before, _ = after(play.start(Rules(), DEALER), [DEALT, *THROWS, STARTER, *PLAYS[:7]])
    step = play.apply(before, PLAYS[7])
    assert step.events[:4] == (
        Played(PONE, card("4h"), 14),
        Scored(PONE, PONE, "play", 2, 2, (Peg("pair2", cards("4h 4s"), 2),)),
        Scored(PONE, PONE, "last", 1, 3),
        CountEnded("last"),
    )
    show: list[Event] = list(step.events[4:-1])
    for (seat, what, shown, said), score, turned, counted in zip(
        SHOW, (12, 18, 24), show[::2], show[1::2], strict=True
    ):
        assert turned == Turned(seat, cards(shown), what == "crib")
        assert isinstance(counted, Scored)
        assert (counted.seat, counted.why, counted.score, counted.missed) == (seat, what, score, 0)
        assert [aloud(combo) for combo in counted.because if isinstance(combo, Combo)] == said
        assert counted.points == int(said[-1].split()[-1])
    assert step.events[-1] == DealEnded(PONE)
    assert (step.state.scores, step.state.backs) == ((24, 12), (18, 3))
    assert (step.state.phase, step.state.dealer, step.state.deal) == (Phase.DEAL, PONE, 2)


def aloud(combo: Combo) -> str:
    """Say a combination: what it is, its cards, and the count with it."""
    return f"{combo.kind} {text(combo.cards, ' ')} {combo.running}"
