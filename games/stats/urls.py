from django.urls import path

from games.stats.views import club, player, site

app_name = "stats"
urlpatterns = [
    path("", site.home, name="home"),
    path("clubs/<slug:slug>/", club.home, name="club"),
    path("clubs/<slug:slug>/players/<int:player_id>/", player.show, name="player"),
]
