from clubs.events.presets import PRESETS
from clubs.people.choices import CLUB_PRESETS


def test_a_club_may_choose_exactly_the_presets_that_a_night_knows() -> None:
    """People may not import events, so the keys and names stand there once more."""
    assert [(key, str(label)) for key, label in CLUB_PRESETS] == [(key, preset.name) for key, preset in PRESETS.items()]
