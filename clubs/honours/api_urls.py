from django.urls import path

from clubs.honours import api

app_name = "api-honours"
urlpatterns = [
    path("seasons/<int:season_id>/table/", api.SeasonTable.as_view(), name="table"),
    path("seasons/<int:season_id>/balances/", api.Balances.as_view(), name="balances"),
]
