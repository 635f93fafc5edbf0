"""Reads of this room, a module a noun; everything an interface needs is named here."""

from clubs.events.selectors.announced import announced_lines, as_published, hides_correction
from clubs.events.selectors.attendance import (
    GUEST_VISITS,
    Visit,
    attending,
    entries_of,
    entry_for,
    guest_visit_number,
    guest_visits,
)
from clubs.events.selectors.nights import (
    chain_of,
    counting_season,
    event_for,
    has_results,
    night_before,
    nights_of,
    scheme_of,
    stage_of,
)
from clubs.events.selectors.odd import Candidate, Even, OddField, odd_field
from clubs.events.selectors.plan import Field, Plan, field_of, pairings_of, plan_of
from clubs.events.selectors.schedule import Game, RoundPlan, Stop, Wait, card_plan, card_plans, schedule_of
from clubs.events.selectors.seasons import season_containing, season_for, seasons_of
from clubs.events.selectors.standings import Freshness, decision_for, decisions_of, freshness, standings_of

__all__ = [
    "GUEST_VISITS",
    "Candidate",
    "Even",
    "Field",
    "Freshness",
    "Game",
    "OddField",
    "Plan",
    "RoundPlan",
    "Stop",
    "Visit",
    "Wait",
    "announced_lines",
    "as_published",
    "attending",
    "card_plan",
    "card_plans",
    "chain_of",
    "counting_season",
    "decision_for",
    "decisions_of",
    "entries_of",
    "entry_for",
    "event_for",
    "field_of",
    "freshness",
    "guest_visit_number",
    "guest_visits",
    "has_results",
    "hides_correction",
    "night_before",
    "nights_of",
    "odd_field",
    "pairings_of",
    "plan_of",
    "schedule_of",
    "scheme_of",
    "season_containing",
    "season_for",
    "seasons_of",
    "stage_of",
    "standings_of",
]
