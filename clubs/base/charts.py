"""Geometry of the small charts drawn on the server; no Django, no text."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass

HOLE_PITCH = 16
FIVES_GAP = 7
FIRST_HOLE = 26
LANE_TOP = 51
LANE_PITCH = 46
HOLE_RADIUS = 3.2
START_HOLE_ROOM = 20
CORNER = 26
WIDE_HOLES = (40, 60)  # at least, at most
PHONE_HOLES = (20, 30)

SPARK_WIDTH = 96
SPARK_HEIGHT = 30
SPARK_MARGIN = 5


@dataclass(frozen=True, slots=True)
class RaceLane:
    """One player's lane: y, and the x of the front and the back peg (None: no back peg)."""

    number: int
    y: int
    front: int
    back: int | None
    bevel_path: str
    holes_path: str


@dataclass(frozen=True, slots=True)
class RaceBoard:
    """A season race ready to draw; `step` is how many points one hole stands for."""

    width: int
    height: int
    step: int
    low: int
    high: int
    labels: tuple[tuple[int, int], ...]
    lanes: tuple[RaceLane, ...]
    grain_path: str

    @property
    def lane_end(self) -> int:
        """Return the x where the coloured inlays end."""
        return self.width - 22

    @property
    def face_height(self) -> int:
        """Return the height of the board's face; the rest is its edge, seen from above."""
        return self.height - 5

    @property
    def line_width(self) -> int:
        """Return the width of the hairline inside the face."""
        return self.width - 12

    @property
    def line_height(self) -> int:
        """Return the height of the hairline inside the face."""
        return self.height - 17


def measure_window(points: Sequence[tuple[int, int | None]]) -> tuple[int, int]:
    """Give the window (low, high): lowest back peg − 3 to highest front peg + 5, rounded to fives."""
    lowest = min(front if back is None else min(front, back) for front, back in points)
    highest = max(max(front, back or 0) for front, back in points)
    return max(0, math.floor((lowest - 3) / 5) * 5), math.ceil((highest + 5) / 5) * 5


def choose_step(low: int, high: int, holes: int) -> int:
    """Give the smallest round number of points a hole stands for, so that `holes` are enough."""
    return next(
        step
        for step in (digit * int(10**power) for power in itertools.count() for digit in (1, 2, 5))
        if (high - low // (5 * step) * 5 * step) / step <= holes
    )


def draw_race(
    points: Sequence[tuple[int, int | None]], *, window: tuple[int, int] | None = None, phone: bool = False
) -> RaceBoard:
    """Lay out one lane a player; `points` are (now, before), before None without an earlier night."""
    low, high = window or measure_window(points)
    fewest, most = PHONE_HOLES if phone else WIDE_HOLES
    step = choose_step(low, high, most)
    if phone and step == 1:
        step = 2
    low = low // (5 * step) * 5 * step
    highest = max(max(front, back or 0) for front, back in points)
    holes = max((high - low) // step, math.ceil((highest - low) / step), fewest)
    has_start = any(value is not None and value < low + step for pair in points for value in pair)
    origin = FIRST_HOLE + (START_HOLE_ROOM if has_start else 0)

    def x_of(index: int) -> int:
        return origin + HOLE_PITCH * index + FIVES_GAP * (index // 5)

    def place_peg(value: int) -> int:
        index = (value - low) // step - 1
        return FIRST_HOLE if index < 0 else x_of(min(index, holes - 1))

    centres = ([FIRST_HOLE] if has_start else []) + [x_of(index) for index in range(holes)]
    width = centres[-1] + FIRST_HOLE
    height = LANE_TOP + LANE_PITCH * (len(points) - 1) + 33
    lanes = []
    for number, (front, back) in enumerate(points, start=1):
        y = LANE_TOP + LANE_PITCH * (number - 1)
        r = HOLE_RADIUS
        front_x = place_peg(front)
        back_x = None if back is None or place_peg(back) == front_x else place_peg(back)
        lanes.append(
            RaceLane(
                number=number,
                y=y,
                front=front_x,
                back=back_x,
                bevel_path="".join(f"M{x - r:g} {y + 0.8:g}a{r} {r} 0 0 0 {2 * r:g} 0" for x in centres),
                holes_path="".join(
                    f"M{x - r:g} {y}a{r} {r} 0 1 0 {2 * r:g} 0a{r} {r} 0 1 0-{2 * r:g} 0" for x in centres
                ),
            )
        )
    labels = tuple((x_of(index), low + step * (index + 1)) for index in range(4, holes, 5))
    return RaceBoard(
        width=width,
        height=height,
        step=step,
        low=low,
        high=low + step * holes,
        labels=labels,
        lanes=tuple(lanes),
        grain_path=draw_grain(width, height),
    )


def draw_grain(width: int, height: int) -> str:
    """Give long, slightly bent lines; the bends repeat, so the same board is always the same picture."""
    lines = []
    for index in range(1, height // 8):
        y = 8 * index
        edge = 6 if CORNER < y < height - CORNER else CORNER
        start, middle, end = (3 * math.sin(index * factor) for factor in (2.1, 3.7, 5.3))
        lines.append(
            f"M{edge} {y + start:.1f}C{width * 0.3:.0f} {y + middle:.1f} {width * 0.6:.0f} {y - middle:.1f} "
            f"{width - edge} {y + end:.1f}"
        )
    return "".join(lines)


def plot_places(places: Sequence[int | None], lowest_place: int) -> list[tuple[float, float]]:
    """Place the points of a sparkline: place 1 at the top, `lowest_place` at the bottom, gaps left out."""
    if not places:
        return []
    across = (SPARK_WIDTH - 2 * SPARK_MARGIN) / max(len(places) - 1, 1)
    down = (SPARK_HEIGHT - 2 * SPARK_MARGIN) / max(lowest_place - 1, 1)
    return [
        (round(SPARK_MARGIN + across * index, 1), round(SPARK_MARGIN + down * (min(place, lowest_place) - 1), 1))
        for index, place in enumerate(places)
        if place is not None
    ]
