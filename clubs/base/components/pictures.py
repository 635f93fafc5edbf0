"""Pictures of a season: the sparkline and the race board."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from clubs.base import charts


def sparkline(values: Sequence[int | None], lowest_place: int) -> SafeString:
    """Draw place by night; up is better, the scale is place 1 to `lowest_place`, None is a night missed."""
    points = charts.plot_places(values, int(lowest_place))
    seen = [value for value in values if value is not None]
    if not points:
        return SafeString("")
    if len(seen) == 1:
        spoken = _("Place %(last)s") % {"last": seen[-1]}
    else:
        spoken = _("From place %(first)s to place %(last)s") % {"first": seen[0], "last": seen[-1]}
    dots = format_html_join("", '<circle cx="{}" cy="{}" r="1.7"/>', points[:-1])
    return format_html(
        '<svg class="spark" viewBox="0 0 {w} {h}" width="{w}" height="{h}" role="img" aria-label="{spoken}">'
        '<polyline points="{line}"/>{dots}<circle class="last" cx="{x}" cy="{y}" r="4"/></svg>',
        w=charts.SPARK_WIDTH,
        h=charts.SPARK_HEIGHT,
        spoken=spoken,
        line=" ".join(f"{x},{y}" for x, y in points),
        dots=dots,
        x=points[-1][0],
        y=points[-1][1],
    )


def race_board(lanes: Sequence[Any], window: tuple[int, int] | None = None) -> dict[str, Any]:
    """Draw the season race: up to four lanes with `name`, `now`, `before` (None: new) and perhaps `url`."""
    players = [
        {key: _value(lane, key) for key in ("name", "now", "before", "url")} | {"number": number}
        for number, lane in enumerate(list(lanes)[:4], start=1)
    ]
    if not players:
        return {"players": []}
    points = [(int(player["now"]), None if player["before"] is None else int(player["before"])) for player in players]
    sentences = [
        (_("%(name)s %(now)s points") if before is None else _("%(name)s %(now)s points, was %(before)s"))
        % {"name": player["name"], "now": now, "before": before}
        for player, (now, before) in zip(players, points, strict=True)
    ]
    phone = charts.draw_race(points, window=window, phone=True)
    return {
        "players": players,
        "spoken": _("Season race. %(places)s.") % {"places": "; ".join(sentences)},
        "wide": charts.draw_race(points, window=window),
        "phone": phone,
    }


def _value(item: Any, key: str) -> Any:
    return item.get(key) if isinstance(item, Mapping) else getattr(item, key, None)
