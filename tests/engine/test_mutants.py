"""Do the cases bite? Every engine that is wrong in a known way is caught by them."""

import sys

import pytest

from tests.engine import mutants
from tests.engine.mutants import MUTANTS, NONE, Mutant

TABLE = {
    "crib flush of 4",
    "starter used for a flush",
    "run counted once",
    "double double run as 6",
    "Q K A is a run",
    "nobs for any jack",
    "nobs worth 2",
    "nobs for the jack turned up",
    "five-card fifteens missed",
    "last player leads again",
    "pone leads every count",
    "a single go ends the count",
    "no go point",
    "no last point",
    "run only if played in order",
    "any duplicate in the pile kills a run",
    "only the shortest run",
    "double run scored in play",
    "non-adjacent pair",
    "ten-cards pair by value",
    "31 not added to run or pair",
    "run of seven capped at six",
    "go point also at 31",
    "31 on the last card worth 3",
    "empty seat given the lead",
}
"""What other programs have been found to get wrong, or easily could."""


def test_every_known_fault_has_its_mutant() -> None:
    assert {mutant.name.split(" (")[0] for mutant in MUTANTS} >= TABLE


@pytest.mark.parametrize("mutant", MUTANTS, ids=str)
def test_every_mutant_still_fits_the_engine(mutant: Mutant) -> None:
    for name, text in mutants.sources(mutant).items():
        compile(text, name, "exec")


@pytest.mark.slow
@pytest.mark.parametrize("mutant", MUTANTS, ids=str)
def test_the_cases_catch(mutant: Mutant) -> None:
    caught = mutants.caught_by(mutant)
    sys.stdout.write(f"{mutant}: caught by {len(caught)}, first {caught[:1]}\n")
    assert caught


@pytest.mark.slow
def test_the_cases_find_nothing_wrong_with_the_engine_as_it_is() -> None:
    assert mutants.caught_by(NONE) == []
