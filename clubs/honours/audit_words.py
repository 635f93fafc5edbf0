"""What the audit page says about this room's actions."""

from django.utils.translation import gettext_lazy as _

WORDS = {
    "balance.stored": _("%(player)s brought forward %(points)s season points."),
    "balance.removed": _("The opening balance of %(player)s was taken out."),
    "champion.decided": _("%(player)s was made champion of the season: %(reason)s"),
    "champion.withdrawn": _("The decision that %(player)s is champion of the season was taken back."),
    "season.rules": _("The season’s points rules were changed: points cards from %(threshold)s."),
}
