"""Template tags of the people: `{% load people %}`."""

from django import template
from django.template.context import Context

from clubs.people import names
from clubs.people.models import Club, Player

register = template.Library()


@register.simple_tag(takes_context=True)
def shown(context: Context, player: Player, club: Club | None = None) -> str:
    """Show a player's name as the reader may see it; the club and the reader's place come from the page."""
    return names.shown(player, club or context["club"], context.get("membership"))
