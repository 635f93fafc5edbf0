from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views import i18n
from django.views.decorators.http import require_http_methods, require_POST

from clubs.base.errors import Invalid
from clubs.base.forms import refuse
from clubs.people import choices, selectors
from clubs.people.context import THEME_COOKIE, actor
from clubs.people.forms import AccountForm, ContactForm
from clubs.people.models import User
from clubs.people.services import accounts, players

REFUSED = 422
YEAR = 365 * 24 * 3600


@login_required
@require_http_methods(["GET", "POST"])
def account(request: HttpRequest) -> HttpResponse:
    """Show and change one's own name, language and theme."""
    user = actor(request)
    initial = {"name": user.name, "language": user.language, "theme": user.theme}
    form = AccountForm(request.POST or None, initial=initial)
    if request.method == "POST" and form.is_valid():
        try:
            accounts.update(user=user, by=user, **form.cleaned_data)
        except Invalid as error:
            refuse(form, error)
        else:
            messages.success(request, _("Your account is saved."))
            response = redirect("people:account")
            # What was chosen on this device before must not outlive the choice in the account.
            response.delete_cookie(settings.LANGUAGE_COOKIE_NAME)
            return response
    return _page(request, user, form, None)


@login_required
@require_http_methods(["GET", "POST"])
def contact(request: HttpRequest) -> HttpResponse:
    """Change one's own private address and number, as the club's directors see them."""
    if request.method == "GET":
        return redirect("people:account")
    user = actor(request)
    form = ContactForm(request.POST)
    player = selectors.player_of(user)
    if player is not None and form.is_valid():
        try:
            players.update(player=player, by=user, **form.cleaned_data)
        except Invalid as error:
            refuse(form, error)
        else:
            messages.success(request, _("Your address and number are saved."))
            return redirect("people:account")
    return _page(request, user, None, form)


def _page(request: HttpRequest, user: User, form: AccountForm | None, contact_form: ContactForm | None) -> HttpResponse:
    player = selectors.player_of(user)
    if form is None:
        form = AccountForm(initial={"name": user.name, "language": user.language, "theme": user.theme})
    if contact_form is None and player is not None:
        contact_form = ContactForm(initial={"email": player.email, "phone": player.phone})
    refused = form.errors or (contact_form is not None and contact_form.errors)
    context = {
        "form": form,
        "contact_form": contact_form,
        "player": player,
        "memberships": selectors.memberships_of(user),
    }
    return render(request, "people/account.html", context, status=REFUSED if refused else 200)


@require_POST
def theme(request: HttpRequest) -> HttpResponse:
    """Choose light, dark or the device's way: in the account, or on this device for whoever is not signed in."""
    chosen = request.POST.get("theme", "")
    if chosen not in User.Theme.values:
        raise Invalid("not_a_choice", _("Choose one from the list."), field="theme")
    response = HttpResponseRedirect(_next(request))
    if isinstance(request.user, User):
        accounts.update(user=request.user, by=request.user, theme=chosen)
    else:
        response.set_cookie(THEME_COOKIE, chosen, max_age=YEAR, samesite="Lax", secure=request.is_secure())
    return response


@require_POST
def language(request: HttpRequest) -> HttpResponse:
    """Choose a language on this device, and in the account of whoever is signed in."""
    chosen = request.POST.get("language", "")
    if isinstance(request.user, User) and chosen in choices.languages():
        accounts.update(user=request.user, by=request.user, language=chosen)
    return i18n.set_language(request)


def _next(request: HttpRequest) -> str:
    target = request.POST.get("next", "")
    safe = url_has_allowed_host_and_scheme(target, {request.get_host()}, require_https=request.is_secure())
    return target if safe else "/"
