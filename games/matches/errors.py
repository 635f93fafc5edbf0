"""What this room refuses, asks and answers: a code, and the sentence that belongs to it.

A code is stable; its sentence is translated when it is read, its places filled from the data. Codes of the typed line
itself (:mod:`games.matches.entry.errors`) and of impossible cards are worded elsewhere; see ``desk_words``.
"""

from __future__ import annotations

from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from clubs.base.errors import Conflict, Invalid, Missing

SENTENCES: dict[str, str | Promise] = {
    # When lines are taken
    "night_not_started": _("This night has not started. Start it under Seats, then type the results."),
    "night_published": _("This night is published. Press Correct, say why, and type the line again."),
    "night_not_correcting": _("This night is not open for correction. Press Correct and say why."),
    "reason_missing": _("Say in a few words why, so that players can read it later."),
    "token_reused": _("This line was sent twice with different text. Type it again."),
    "line_gone": _("That line is not here any more. Look at the last entries."),
    # Whom a line is about
    "nobody_called": _("Nobody here is called “%(who)s”. Press g to add as guest, m as member, v as visitor."),
    "nobody_at_seat": _("Nobody sits at seat %(seat)s."),
    "several_called": _("“%(who)s” may be more than one player. Choose one, or write more of the name."),
    "absent": _("%(name)s is marked as not here tonight. Mark them as here under Check-in first."),
    "nobody_waiting": _("No unknown name is waiting for an answer."),
    # Cards
    "card_saved": _("%(name)s, %(card)s."),
    "card_without_spread": _("%(name)s, %(card)s. Spread not given."),
    "card_as_before": _("%(name)s already has %(card)s. Nothing was changed."),
    "card_already_in": _("%(name)s already has %(old)s. Enter twice to replace it with %(new)s."),
    "card_moved_on": _(
        "%(by)s has just entered %(old)s for %(name)s; you typed %(new)s. Enter twice to replace it, or leave it."
    ),
    "card_has_lines": _("%(name)s, %(card)s. The game lines say %(lines)s."),
    "games_on_card": _("A card of %(games)s games cannot be on a night of %(planned)s."),
    "card_removed": _("The card of %(name)s (%(old)s) is removed."),
    "no_card": _("%(name)s has no card in, so there is nothing to remove."),
    "card_not_handed_in": _("%(name)s: card not handed in."),
    "none_but_card": _("%(name)s has %(old)s. Enter twice to remove it and mark the card as not handed in."),
    "left_after": _("%(name)s left after game %(after)s."),
    "left_before_first": _("%(name)s left before the first game."),
    "left_too_late": _("This night has %(games)s games; nobody leaves after game %(after)s."),
    # Games
    "game_saved": _("%(winner)s beat %(loser)s by %(margin)s in game %(number)s: %(points)s points."),
    "game_saved_skunk": _("%(winner)s skunked %(loser)s by %(margin)s in game %(number)s: %(points)s points."),
    "game_saved_plain": _(
        "%(winner)s beat %(loser)s in game %(number)s, figure not written: %(points)s points, no skunk."
    ),
    "game_as_before": _("Game %(number)s of %(name)s already says so. Nothing was changed."),
    "game_already_in": _("Game %(number)s is in: %(old)s. Enter twice to replace it with: %(new)s."),
    "game_moved_on": _(
        "%(by)s has just entered game %(number)s: %(old)s; you typed: %(new)s. Enter twice to replace it, or leave it."
    ),
    "claim_waits": _("%(name)s’s card says: %(new)s. Game %(number)s waits for the card of %(other)s."),
    "claim_agrees": _("Both cards agree on game %(number)s: %(new)s."),
    "claim_differs": _("The cards of %(name)s and %(other)s differ in game %(number)s."),
    "claim_against_ruling": _("Game %(number)s was ruled. Only a director can change it, by a new ruling."),
    "game_awarded": _("Game %(number)s is awarded to %(winner)s: %(points)s points and +10; %(loser)s has 0 and −10."),
    "game_forfeited": _("%(loser)s forfeits game %(number)s: %(winner)s has %(points)s points and no spread."),
    "game_not_played": _("Game %(number)s of %(name)s and %(other)s is marked as not played."),
    "game_sat_out": _("%(name)s sat out game %(number)s."),
    "sit_out_planned": _("%(name)s sits out game %(number)s by the plan. There is nothing to enter."),
    "game_removed": _("Game %(number)s of %(name)s and %(other)s is removed."),
    "no_game": _("Game %(number)s of %(name)s is not in, so there is nothing to remove."),
    "no_open_game": _(
        "Every game of %(name)s is in. Write the game too, for example %(number)s.%(seat)s 33, to correct it."
    ),
    "no_open_game_at_table": _("No game is open at table %(table)s."),
    "no_such_game": _("%(name)s has no game %(number)s."),
    "no_such_table": _("There is no table %(table)s in game %(number)s."),
    "no_plan": _("This night has no rotation, so games cannot be placed. Type cards, for example 7 16/7 +74."),
    "opponent_not_planned": _(
        "Game %(number)s of %(name)s is planned against %(planned)s, not %(other)s. Enter twice if they played."
    ),
    "opponent_has_result": _("%(other)s already has a result in game %(number)s: %(old)s. Remove it first."),
    "against_oneself": _("%(name)s cannot play against themselves."),
    "opponents_of_other_night": _("That is not a game of this night, or somebody else played it."),
    "game_reopened": _("Game %(number)s of %(name)s and %(other)s is to be played again."),
    "claimed": _("%(name)s’s card, game %(number)s: %(new)s."),
    "differs_in": _("They differ in: %(fields)s."),
    "ask_both": _("Ask the two, then correct both cards."),
    "rule_letter": _("Rule 12.2 %(letter)s would apply. The players are not asked."),
    "rule_no_letter": _("Rule 12.2 names no case for this: both stand as written, unless a director rules."),
    "award_reason": _("Awarded at the desk: late, ACC rule 11.4."),
    "unusual_wide": _("Won by %(margin)s? More than %(usual)s is rare. Enter twice if the cards say so."),
    "unusual_line": _("Won by %(margin)s? A skunk begins at %(skunk_margin)s. Enter twice if the cards say so."),
    "awarded_already": _("%(name)s has been awarded a game tonight already; it is done once a player."),
    "charged_already": _("%(name)s has lost an awarded game tonight already; it is done once a player."),
    # Rulings
    "ruling_needs_both": _("Give a value for each of the two cards."),
    "ruling_letter": _("Rule 12.2 has the cases a to i; “%(letter)s” is none of them."),
    "ruling_asks_players": _("A sanctioned event is ruled from the two cards alone. Name the case of rule 12.2."),
    "ruling_not_disputed": _("Game %(number)s has no value to rule on yet."),
    "ruling_value": _("A win needs points and a loss has %(loss)s; check the value for %(name)s."),
    "ruling_moved": _("Rulings have moved places among the qualifiers: %(names)s. Show them the cards (rule 12.2 i)."),
    "ruling_touched": _(
        "Look again at game %(number)s of %(name)s and %(other)s: rule 12.2 %(letter)s now proposes %(values)s."
    ),
    "ruling_touched_plain": _(
        "Look again at game %(number)s of %(name)s and %(other)s: rule 12.2 now names no case, so both stand as "
        "written: %(values)s."
    ),
    "ruling_stands": _("It is ruled: %(values)s. That stands until you rule again."),
    "ruling_lifted": _(
        "The rulings before this one bring over the cut: %(names)s. That counts as qualifying here; you confirm it by "
        "ruling so."
    ),
    # Reading a second time
    "reading_agrees": _("%(name)s: the second reading agrees."),
    "reading_differs": _("%(name)s: the second reading differs. In: %(old)s. Read: %(new)s."),
    "reading_alone": _("%(name)s has nothing in to compare with. Type it in Game or Card mode first."),
    "reading_only": _("In Verify nothing is changed, so there is nothing to take back."),
    "verify_results_only": _("Verify compares cards and games only. Switch to Game or Card for this line."),
    # Undo
    "undone": _("Taken back: %(text)s."),
    "nothing_to_undo": _("There is nothing to take back."),
    "undo_again": _("That line was taken back already."),
    "undo_newer": _("%(what)s was changed after this line. Take the newer line back first."),
    # Answers
    "missing_none": _("Every card is in."),
    "missing_list": ngettext_lazy("%(count)s card is out.", "%(count)s cards are out.", "count"),
    "shown": _("%(name)s: %(card)s."),
    "name_kept": _(
        "Nobody here is called “%(who)s”. The line is kept: g adds them as guest, m as member, v as visitor."
    ),
    "name_known": _(
        "%(known)s is not checked in tonight. The line is kept: g adds them as guest, m as member, v as visitor."
    ),
    "added_and_entered": _("%(name)s is added. %(card)s."),
    "name_missing": _("Write the name as it should be shown."),
    "dropped": _("The line “%(text)s” is dropped."),
    # Forecast
    "forecast": _("The other %(others)s leave %(wins)s wins and net %(net)s for %(name)s."),
    "forecast_fits": _("The other %(others)s leave %(wins)s wins and net %(net)s for %(name)s: this fits."),
    "forecast_more": _("The other %(others)s leave %(wins)s wins and net %(net)s for %(name)s: this is %(by)s more."),
    "forecast_less": _("The other %(others)s leave %(wins)s wins and net %(net)s for %(name)s: this is %(by)s less."),
    "forecast_wins": _("The other %(others)s leave %(wins)s wins for %(name)s."),
    "forecast_wins_off": _("The other %(others)s leave %(wins)s wins for %(name)s: this says %(won)s."),
    # Level places
    "level": _("%(names)s are level: %(card)s. The chain ends here; if a paid place depends on it, you decide."),
    "spread_wanted": _("Place %(rank)s waits for a spread: %(names)s. Type the card again with it."),
    "plus_wanted": _("Place %(rank)s waits for plus and minus: %(names)s. Type the card again with them."),
    # Paste
    "paste_changed": _("The list or the night has changed since the preview. Look at the preview again."),
    "paste_not_ready": _("Some lines still need an answer. Nothing was entered."),
    "paste_empty": _("Paste a list first, one line a player: name points/wins spread."),
    "paste_choice": _("“%(choice)s” is no choice for line %(row)s."),
    "paste_done": ngettext_lazy("%(count)s line was entered.", "%(count)s lines were entered.", "count"),
    # Publishing
    "tie_open": _(
        "Place %(places)s is open: %(names)s are level. Decide it, or publish with the place shared and waiting."
    ),
    "already_published": _("This night is published already."),
    "changed_since_read": _("A result came in after this page was opened. Look at the places again, then publish."),
}


def refusal(
    kind: type[Invalid] | type[Conflict] | type[Missing], code: str, field: str | None, data: dict[str, Any]
) -> Any:
    """Return an error of ``kind`` with the sentence of its code."""
    return kind(code, SENTENCES[code], field=field, **data)


def invalid(code: str, *, field: str | None = None, **data: Any) -> Invalid:
    """Return the error for something that cannot be right."""
    error: Invalid = refusal(Invalid, code, field, data)
    return error


def conflict(code: str, *, field: str | None = None, **data: Any) -> Conflict:
    """Return the error for a moment that has passed, or for somebody else who was first."""
    error: Conflict = refusal(Conflict, code, field, data)
    return error


def missing(code: str, **data: Any) -> Missing:
    """Return the error for something that is not here."""
    error: Missing = refusal(Missing, code, None, data)
    return error
