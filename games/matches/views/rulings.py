"""A game whose two cards differ: one of the two is right, or a director rules."""

from __future__ import annotations

import uuid

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from clubs.base.errors import Conflict, Invalid
from clubs.base.forms import refuse
from clubs.events import selectors as events
from clubs.events.models import Event
from clubs.people.context import actor, here
from games.matches import permissions
from games.matches.forms import RulingForm
from games.matches.models import DeskLine
from games.matches.selectors import board as boards
from games.matches.selectors import desk as desks
from games.matches.selectors import lines, reviews
from games.matches.selectors.board import Board, Fact
from games.matches.services import desk as service
from games.matches.services import rulings
from games.matches.services.outcomes import Kind
from games.matches.views import desk as desk_pages
from games.matches.views.bar import bar, keys

REFUSED = 422


@require_POST
def use_card(request: HttpRequest, slug: str, event_id: int, game_id: int) -> HttpResponse:
    """Take one of two differing cards for both: the line a director would type, so that it can be taken back."""
    place, event = desk_pages.night(request, event_id)
    game = lines.game_of(event, game_id)
    board = boards.load(event)
    fact = next((one for one in board.games if one.game_id == game.pk), None)
    wanted = request.POST.get("entry", "")
    side = next((one for one in fact.sides if str(one.entry_id) == wanted), None) if fact else None
    if fact is None or side is None or side.claim is None:
        raise Invalid("no_claim", _("That card says nothing of this game. Load the page again."))
    figure = "w" if side.claim.won else "l"
    if side.claim.margin:
        figure = str(side.claim.margin if side.claim.won else -side.claim.margin)
    seat = board.people[side.entry_id].seat
    text, by = f"{fact.number}.{seat} {figure}", actor(request)
    outcome = service.enter(event=event, text=text, mode=DeskLine.Mode.GAME, by=by, token=uuid.uuid4())
    if outcome.kind is Kind.ASK:
        # Both values stood beside the button.
        outcome = service.enter(event=event, text=text, mode=DeskLine.Mode.GAME, by=by, token=uuid.uuid4())
    return desk_pages.done(request, place, event, outcome)


@require_http_methods(["GET", "POST"])
def rule(request: HttpRequest, slug: str, event_id: int, game_id: int) -> HttpResponse:
    """Rule on a game: what each card says, what rule 12.2 proposes, a value for each of the two."""
    place = here(request)
    event = events.event_for(request.user, place.club, event_id)
    permissions.require(request.user, event, permissions.RULE)
    game = lines.game_of(event, game_id)
    board = boards.load(event)
    fact = next(one for one in board.games if one.game_id == game.pk)
    review = reviews.of(board, also=game.pk).games.get(game.pk)
    proposal = review.proposal if review else None
    form = RulingForm(
        request.POST or None, fact=fact, proposal=proposal, sanctioned=event.mode == Event.Mode.SANCTIONED
    )
    if request.method == "POST" and form.is_valid():
        try:
            rulings.rule(
                game=game,
                values=form.values(board.scheme),
                reason=form.cleaned_data["reason"],
                letter=form.cleaned_data["letter"],
                by=actor(request),
            )
        except (Invalid, Conflict) as error:
            refuse(form, error)
        else:
            messages.success(request, _("Game %(number)s is ruled.") % {"number": game.number})
            if event.mode == Event.Mode.SANCTIONED:
                for told in reviews.consequences(board, boards.load(event), game.pk):
                    messages.warning(request, told)
            return redirect("matches:desk", slug=slug, event_id=event.pk)
    state = desks.desk_state(event)
    context = {
        "event": event,
        "form": form,
        "fact": fact,
        "sides": _sides(board, fact, form),
        "proposal": proposal,
        "lifted": reviews.lifted(board, review) if review else "",
        "desk": bar(event, place.membership, state),
        "desk_tab": "cards",
        "keys": keys(),
    }
    return render(request, "matches/rule.html", context, status=REFUSED if form.errors else 200)


def _sides(board: Board, fact: Fact, form: RulingForm) -> list[dict[str, object]]:
    return [
        {
            "name": board.people[side.entry_id].name,
            "seat": board.people[side.entry_id].seat,
            "claim": side.claim.short if side.claim else "–",
            "won": form[f"won_{side.entry_id}"],
            "figure": form[f"figure_{side.entry_id}"],
        }
        for side in fact.sides
    ]
