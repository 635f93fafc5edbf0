from django.urls import path

from games.matches.api import cards, games

app_name = "api-matches"
urlpatterns = [
    path("events/<int:event_id>/cards/", cards.Cards.as_view(), name="cards"),
    path("events/<int:event_id>/cards/<int:entry_id>/", cards.OneCard.as_view(), name="card"),
    path("events/<int:event_id>/games/", games.Games.as_view(), name="games"),
    path("events/<int:event_id>/games/<int:game_id>/", games.OneGame.as_view(), name="game"),
]
