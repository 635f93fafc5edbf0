from django.contrib import admin

from clubs.base.admin import ReadOnlyAdmin
from clubs.honours.models import OpeningBalance, SeasonRow, SeasonRules

admin.site.register([SeasonRules, OpeningBalance, SeasonRow], ReadOnlyAdmin)
