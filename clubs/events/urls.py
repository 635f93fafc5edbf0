from django.urls import path

from clubs.events.views import change, checkin, merging, nights, prints, seasons, seats, standings

app_name = "events"

NIGHT = "clubs/<slug:slug>/nights/<int:event_id>/"

urlpatterns = [
    path("clubs/<slug:slug>/members/<int:player_id>/merge/", merging.merge, name="merge"),
    path("clubs/<slug:slug>/members/<int:player_id>/unmerge/", merging.unmerge, name="unmerge"),
    path("invite/<str:token>/merge/", merging.claim, name="claim_merge"),
    path("clubs/<slug:slug>/seasons/", seasons.list_seasons, name="seasons"),
    path("clubs/<slug:slug>/seasons/new/", seasons.new, name="new_season"),
    path("clubs/<slug:slug>/seasons/<int:season_id>/edit/", seasons.edit, name="edit_season"),
    path("clubs/<slug:slug>/seasons/<int:season_id>/close/", seasons.close, name="close_season"),
    path("clubs/<slug:slug>/nights/", nights.list_nights, name="nights"),
    path("clubs/<slug:slug>/nights/plan/", nights.plan, name="plan"),
    path(f"{NIGHT}edit/", nights.edit, name="edit"),
    path(f"{NIGHT}open/", nights.open_checkin, name="open"),
    path(f"{NIGHT}reopen/", nights.reopen, name="reopen"),
    path(f"{NIGHT}checkin/", checkin.show, name="checkin"),
    path(f"{NIGHT}checkin/parts/", checkin.parts, name="checkin_parts"),
    path(f"{NIGHT}checkin/players/<int:player_id>/", checkin.mark, name="mark"),
    path(f"{NIGHT}checkin/new/", checkin.walk_in, name="walk_in"),
    path(f"{NIGHT}checkin/<int:entry_id>/leaves/", checkin.leaves, name="leaves"),
    path(f"{NIGHT}checkin/<int:entry_id>/volunteer/", checkin.volunteer, name="volunteer"),
    path(f"{NIGHT}checkin/<int:entry_id>/kind/", checkin.kind, name="entry_kind"),
    path(f"{NIGHT}seats/", seats.show, name="seats"),
    path(f"{NIGHT}seats/do/", seats.act, name="seats_do"),
    path(f"{NIGHT}seats/type/", seats.type_seat, name="type_seat"),
    path(f"{NIGHT}seats/odd/", seats.odd, name="odd"),
    path(f"{NIGHT}seats/anchor/", seats.anchor, name="anchor"),
    path(f"{NIGHT}seats/couple/", seats.couple, name="couple"),
    path(f"{NIGHT}seats/start/", seats.start, name="start"),
    path(f"{NIGHT}seats/change/", change.change, name="change"),
    path(f"{NIGHT}standings/", standings.show, name="standings"),
    path(f"{NIGHT}standings/parts/", standings.parts, name="standings_parts"),
    path(f"{NIGHT}print/seating/", prints.seating, name="print_seating"),
    path(f"{NIGHT}print/rotation/", prints.rotation, name="print_rotation"),
    path(f"{NIGHT}print/standings/", standings.sheet, name="print_standings"),
]
