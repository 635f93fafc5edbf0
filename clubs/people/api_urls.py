from django.urls import path

from clubs.people import api

app_name = "api-people"
urlpatterns = [
    path("token/", api.MyToken.as_view(), name="token"),
    path("clubs/", api.Clubs.as_view(), name="clubs"),
    path("clubs/<slug:club>/", api.OneClub.as_view(), name="club"),
    path("clubs/<slug:club>/players/", api.Players.as_view(), name="players"),
    path("clubs/<slug:club>/players/<int:player_id>/", api.OnePlayer.as_view(), name="player"),
]
