from django.contrib import admin

from clubs.base.admin import ReadOnlyAdmin
from clubs.honours.models import ChampionDecision, OpeningBalance, SeasonRow, SeasonRules

admin.site.register([SeasonRules, OpeningBalance, ChampionDecision, SeasonRow], ReadOnlyAdmin)
