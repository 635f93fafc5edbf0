"""Pages of a night: desk, what is read out, past nights, what was published, cards on paper, and the public page."""

from __future__ import annotations

from django.urls import path

from games.matches.views import announce, cards_print, desk, history, night, past, rulings, wall

app_name = "matches"

NIGHT = "clubs/<slug:slug>/nights/<int:event_id>/"

urlpatterns = [
    path(NIGHT, night.show, name="night"),
    path(f"{NIGHT}wall/", wall.show, name="wall"),
    path(f"{NIGHT}cards/", desk.show, name="desk"),
    path(f"{NIGHT}cards/look/", desk.look, name="look"),
    path(f"{NIGHT}cards/parts/", desk.parts, name="desk_parts"),
    path(f"{NIGHT}cards/undo/", desk.undo, name="undo"),
    path(f"{NIGHT}cards/lines/<int:line_id>/", desk.add_name, name="add_name"),
    path(f"{NIGHT}cards/<int:entry_id>/", desk.card, name="card"),
    path(f"{NIGHT}cards/games/<int:game_id>/use/", rulings.use_card, name="use_card"),
    path(f"{NIGHT}cards/games/<int:game_id>/rule/", rulings.rule, name="rule"),
    path(f"{NIGHT}cards/paste/", past.paste, name="paste"),
    path(f"{NIGHT}past/", past.show, name="past"),
    path(f"{NIGHT}announce/", announce.show, name="announce"),
    path(f"{NIGHT}announce/tie/", announce.decide, name="decide"),
    path(f"{NIGHT}announce/publish/", announce.publish, name="publish"),
    path(f"{NIGHT}announce/correct/", announce.correct, name="correct"),
    path(f"{NIGHT}history/", history.show, name="history"),
    path(f"{NIGHT}print/cards/", cards_print.show, name="print_cards"),
]
