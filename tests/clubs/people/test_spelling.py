import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clubs.people import spelling


@pytest.mark.parametrize(
    ("name", "typed"),
    [
        ("Hana Růžička", "ruzicka"),
        ("Hana Růžička", "RŮŽ"),
        ("Zbigniew Wójcik", "wojc"),
        ("Stanisław Łoś", "los"),
        ("Doreen Ashby", "ash dor"),
        ("Mary-Ann Hill", "ann"),
        ("Anna Anders", "ann and"),
        ("Jürgen Groß", "gross"),
        ("Siobhán O’Hara", "ohara"),
        ("Siobhán OHara", "o'h"),
        ("Kalani Kaʻiulani", "kaiu"),
        ("Ġorġ Ħal", "gorg hal"),
        ("Tom Holt", ""),
    ],
)
def test_a_search_finds_the_start_of_any_word_without_accents(name: str, typed: str) -> None:
    assert spelling.starts(name, typed)


@pytest.mark.parametrize(
    ("name", "typed"), [("Tom Holt", "om"), ("Tom Holt", "tom tom"), ("Tom Holt", "holtz"), ("Anna Berg", "ann and")]
)
def test_a_search_does_not_find_the_middle_or_one_word_twice(name: str, typed: str) -> None:
    assert not spelling.starts(name, typed)


@pytest.mark.parametrize(
    ("name", "short"),
    [
        ("Tom Holt", "Tom H."),
        ("Mary Ann van der Berg", "Mary B."),
        ("Cher", "Cher"),
        ("Wilf Barker (2)", "Wilf B."),
        ("Hana Růžička", "Hana R."),
        ("Ángel Ñíguez", "Ángel Ñ."),
    ],
)
def test_a_name_is_shortened_to_first_name_and_initial(name: str, short: str) -> None:
    assert spelling.shorten(name) == short


def test_a_name_is_tidied_to_one_line_without_invisible_letters() -> None:
    assert spelling.tidy("  Tom \n\t Holt\u200b\u202e ") == "Tom Holt"


@settings(deadline=None)
@given(st.text())
def test_tidying_and_folding_twice_change_nothing(text: str) -> None:
    assert spelling.tidy(spelling.tidy(text)) == spelling.tidy(text)
    assert spelling.fold(spelling.fold(text)) == spelling.fold(text)
