"""What the design system's tags write: the sign, and the words for those who do not see it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from django import forms
from django.core.paginator import Paginator
from django.template import Context, Template, TemplateSyntaxError
from django.template.loader import render_to_string
from django.test import RequestFactory
from django.utils import translation

from clubs.base import kit

ROOT = Path(__file__).resolve().parents[3]


def render(source: str, **context: Any) -> str:
    return Template("{% load ui %}" + source).render(Context(context))


def words(html: str) -> str:
    """Return what a screen reader says: text and labels, without what is hidden from it."""
    html = re.sub(r'<(\w+)[^>]*aria-hidden="true"[^>]*>.*?</\1>', " ", html, flags=re.DOTALL)
    html = re.sub(r'<[^>]*aria-label="([^"]*)"[^>]*>', r" \1 ", html)
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


def test_icon_is_drawn_inline_and_silent() -> None:
    html = render('{% icon "check" 17 %}')
    assert 'aria-hidden="true"' in html
    assert 'width="17"' in html
    assert "M20 6 9 17l-5-5" in html
    assert "@license" not in html


def test_icon_that_stands_alone_speaks_and_escapes_its_name() -> None:
    html = render('{% icon "x" 20 label %}', label='Close "now"')
    assert 'role="img" aria-label="Close &quot;now&quot;"' in html


def test_unknown_icon_is_an_error_for_the_developer() -> None:
    with pytest.raises(TemplateSyntaxError, match="no-such"):
        render('{% icon "no-such" %}')


def test_holes_stand_in_groups_of_five_with_words_beside() -> None:
    html = render('{% holes 13 12 red=red words="12 of 13 cards in" %}', red=[5])
    assert html.count("<b>") == 3
    assert html.count("<i") == 13
    assert html.count('class="on"') == 11
    assert html.count('class="on at"') == 1
    assert words(html) == "12 of 13 cards in"


def test_holes_over_sixty_scale_to_thirty() -> None:
    html = render("{% holes 1902 1214 %}")
    assert html.count("<i") == 30
    assert html.count('class="on"') == 19


def test_holes_of_nothing_draw_nothing() -> None:
    assert "<i" not in render("{% holes 0 0 %}")


@pytest.mark.parametrize(("lane", "shape"), [(1, "circle"), ("blue", "rect"), (3, "peg-eye"), ("ebony", "rotate(45)")])
def test_pegs_differ_in_shape_not_only_in_colour(lane: int | str, shape: str) -> None:
    assert shape in render("{% peg lane %}", lane=lane).replace('<circle class="peg-shade"', "")


@pytest.mark.parametrize(("level", "said"), [(1, "Skunk"), (2, "Double skunk"), (3, "Triple skunk")])
def test_skunk_sign_is_named(level: int, said: str) -> None:
    assert words(render("{% skunk_sign level %}", level=level)) == said


@pytest.mark.parametrize("level", [0, None])
def test_no_skunk_no_sign(level: int | None) -> None:
    assert render("{% skunk_sign level %}", level=level) == ""


@pytest.mark.parametrize(
    ("places", "said", "kind"),
    [
        (1, "1 place up", "up"),
        (3, "3 places up", "up"),
        (-2, "2 places down", "down"),
        (0, "no change", "same"),
        (None, "new in the table", "same"),
    ],
)
def test_movement_has_an_arrow_and_words(places: int | None, said: str, kind: str) -> None:
    html = render("{% movement places %}", places=places)
    assert words(html) == said
    assert f"mv {kind}" in html


@pytest.mark.parametrize(
    ("number", "written"), [(74, "+74"), (-101, "−101"), (0, "0"), (1902, "+1,902"), (None, "–"), ("", "–")]
)
def test_signed_numbers_carry_a_real_minus(number: Any, written: str) -> None:
    assert render("{% signed number %}", number=number) == written
    assert render("{{ number|signed }}", number=number) == written


def test_signed_numbers_group_as_the_language_does() -> None:
    with translation.override("de"):
        assert render("{% signed 1902 %}") == "+1.902"


def test_place_marks_a_shared_one() -> None:
    assert render("{% place 8 %}") == "8"
    shared = render("{% place 8 True %}")
    assert "=8" in shared
    assert words(shared) == "8, shared"
    assert words(render("{% place none %}", none=None)) == "no place yet"


def test_score_puts_the_winner_first_except_on_the_losers_own_card() -> None:
    assert words(render("{% score 121 88 %}")).replace(" ", "") == "121–88"
    assert words(render("{% score 121 88 True %}")).replace(" ", "") == "88–121"


def test_tag_says_its_state_with_an_icon_and_a_word() -> None:
    html = render('{% tag "warn" text %}', text="<Check>")
    assert "<svg" in html
    assert "&lt;Check&gt;" in html
    assert "<svg" not in render('{% tag "warn" "Check" "none" %}')


def test_sparkline_speaks_first_and_last_place() -> None:
    assert words(render("{% sparkline places 24 %}", places=[5, 3, None, 1])) == "From place 5 to place 1"
    assert words(render("{% sparkline places 24 %}", places=[5])) == "Place 5"
    assert render("{% sparkline places 24 %}", places=[None, None]) == ""


@pytest.mark.parametrize(
    ("name", "letters"), [("Doreen Askew", "DA"), ("ute", "U"), ("Ana María de la Cruz", "AC"), ("", "?"), (" - ", "?")]
)
def test_initials(name: str, letters: str) -> None:
    assert render("{{ name|initials }}", name=name) == letters


def test_playing_card_is_named_in_words() -> None:
    assert 'alt="Jack of diamonds"' in render('{% playing_card "JD" %}')


def test_race_board_says_every_score_and_numbers_stay_plain_in_other_languages() -> None:
    lanes = [{"name": "Petra <b>", "now": 1130, "before": 1115}, {"name": "Tom", "now": 1100, "before": None}]
    with translation.override("de"):
        html = render("{% race_board lanes %}", lanes=lanes)
    assert "Petra &lt;b&gt; 1130" in html
    assert "<b>Petra" not in html
    assert not re.search(r'viewBox="[^"]*,', html)
    assert 'd="M22 51H' in html


def test_race_board_without_players_draws_nothing() -> None:
    assert render("{% race_board lanes %}", lanes=[]).strip() == ""


def test_alert_names_the_thing_and_keeps_its_actions() -> None:
    html = render('{% alert "bad" title="Net is 18 too high" %}<p>Look at {{ seat }}.</p>{% endalert %}', seat="<5>")
    assert 'class="alert bad"' in html
    assert "&lt;5&gt;" in html


def test_confirm_posts_with_a_token_and_starts_on_the_safer_choice() -> None:
    html = render(
        '{% confirm id="publish" title="Publish?" action="/go" yes="Publish" no="Wait" %}x{% endconfirm %}',
        csrf_token="secret-token",
    )
    assert 'method="post" action="/go"' in html
    assert "secret-token" in html
    assert re.search(r"autofocus>Wait<", html)


def test_toast_with_undo_stays_and_an_error_is_assertive() -> None:
    assert "data-stay" in render('{% toast "Saved." undo_url="/undo" %}')
    assert "data-stay" not in render('{% toast "Saved." %}')
    assert 'role="alert"' in render('{% toast "Not saved." "bad" %}')


class CardForm(forms.Form):
    name = forms.CharField(help_text="As in the table.")
    deal = forms.ChoiceField(choices=[("a", "Ana"), ("b", "Bo")], widget=forms.RadioSelect)
    paid = forms.BooleanField(required=False)


def test_field_ties_label_hint_and_error_to_the_control() -> None:
    form = CardForm({"name": ""})
    html = render("{% field form.name %}", form=form)
    assert 'label for="id_name"' in html
    assert 'aria-describedby="id_name_hint id_name_error"' in html
    assert 'aria-invalid="true"' in html
    assert 'id="id_name_error"' in html
    assert 'class="in"' in html


def test_few_radios_become_one_strip_in_a_group_with_a_legend() -> None:
    html = render("{% field form.deal %}", form=CardForm())
    assert "<fieldset" in html
    assert html.count('type="radio"') == 2
    assert 'class="seg"' in html


def test_form_errors_link_to_their_fields() -> None:
    html = render("{% form_errors form %}", form=CardForm({"name": ""}))
    assert 'href="#id_name"' in html
    assert "2 things" in html
    assert render("{% form_errors form %}", form=CardForm()).strip() == ""


def test_pagination_keeps_the_rest_of_the_address() -> None:
    request = RequestFactory().get("/", {"q": "Růžička", "page": "2"})
    page = Paginator(range(30), 10).page(2)
    html = render("{% pagination page %}", page=page, request=request)
    assert "?q=R%C5%AF%C5%BEi%C4%8Dka&amp;page=1" in html
    assert "page=3" in html


def test_crumbs_end_on_this_page() -> None:
    html = render('{% crumbs "Players" "/players/" "Doreen" %}')
    assert '<a href="/players/">Players</a>' in html
    assert 'aria-current="page">Doreen' in html


def test_the_kit_page_shows_every_component() -> None:
    html = render_to_string("kit.html", kit.sample_context(), request=None)
    for sign in ("race-board", "holes", "chair ghost", "seg-w", "alert", "toast", "dialog", "spark", "skunk"):
        assert sign.replace("race-board", "race-holes") in html
    assert html.count("<h1") == 1


@pytest.mark.parametrize("name", ["404.html", "403.html", "403_csrf.html", "500.html"])
def test_failure_pages_render_without_any_context(name: str) -> None:
    html = render_to_string(name, {})
    assert html.count("<h1") == 1
    assert "btn" in html


def test_no_template_carries_inline_style_or_script() -> None:
    for path in sorted((ROOT / "templates").rglob("*.html")):
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"\sstyle=", text), path
        assert not re.search(r"<style|\son(click|load|change|submit)=|javascript:", text), path
        assert not re.search(r"<script(?![^>]*\bsrc=)(?![^>]*application/json)[^>]*>", text), path


def test_colours_live_in_the_tokens_alone_and_selectors_stay_flat() -> None:
    for path in sorted((ROOT / "static" / "css").rglob("*.css")):
        text = path.read_text(encoding="utf-8")
        if path.name != "tokens.css":
            assert not re.search(r"#[0-9a-fA-F]{3,8}\b|rgba?\(|hsla?\(", text), path
        assert not re.search(r"^\s*&|:has\(|color-mix\(|light-dark\(", text, re.MULTILINE), path


def test_every_token_used_is_defined() -> None:
    styles = {path: path.read_text(encoding="utf-8") for path in (ROOT / "static" / "css").rglob("*.css")}
    defined = set(re.findall(r"(--[\w-]+)\s*:", "".join(styles.values())))
    for path, text in styles.items():
        assert set(re.findall(r"var\((--[\w-]+)", text)) <= defined, path
