from django.urls import path

from clubs.events.api import nights, seasons, standings

app_name = "api-events"
urlpatterns = [
    path("seasons/", seasons.Seasons.as_view(), name="seasons"),
    path("seasons/<int:season_id>/", seasons.OneSeason.as_view(), name="season"),
    path("events/", nights.Events.as_view(), name="events"),
    path("events/<int:event_id>/", nights.OneEvent.as_view(), name="event"),
    path("events/<int:event_id>/entries/", nights.Entries.as_view(), name="entries"),
    path("events/<int:event_id>/entries/<int:entry_id>/", nights.OneEntry.as_view(), name="entry"),
    path("events/<int:event_id>/pairings/", nights.Pairings.as_view(), name="pairings"),
    path("events/<int:event_id>/standings/", standings.Standings.as_view(), name="standings"),
    path("events/<int:event_id>/publications/", standings.Publications.as_view(), name="publications"),
    path("events/<int:event_id>/publications/<int:number>/", standings.OnePublication.as_view(), name="publication"),
]
