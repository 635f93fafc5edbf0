from django.urls import path

from clubs.honours.views import balances, champion, rules, table

SEASON = "clubs/<slug:slug>/seasons/<int:season_id>/"

app_name = "honours"
urlpatterns = [
    path("clubs/<slug:slug>/standings/", table.current, name="current"),
    path(SEASON, table.show, name="season"),
    path(f"{SEASON}table.csv", table.download, name="csv"),
    path(f"{SEASON}print/", table.sheet, name="print"),
    path(f"{SEASON}balances/", balances.show, name="balances"),
    path(f"{SEASON}balances/store/", balances.store, name="store_balances"),
    path(f"{SEASON}balances/<int:player_id>/remove/", balances.remove, name="remove_balance"),
    path(f"{SEASON}champion/", champion.show, name="champion"),
    path(f"{SEASON}champion/withdraw/", champion.withdraw, name="withdraw_champion"),
    path(f"{SEASON}rules/", rules.show, name="rules"),
]
