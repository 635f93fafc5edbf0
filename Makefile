# Every habit of this project has a name here; `make help` lists them.
#   PYTHON=python3.12   which interpreter makes the environment (3.11, 3.12 or 3.13)
#   HOST=0.0.0.0 PORT=8001   where `make run` listens

VENV ?= .venv
BIN = $(VENV)/bin
PYTEST_ARGS ?=
export VENV PYTHON HOST PORT
.DEFAULT_GOAL := help
.SILENT:
.PHONY: help run demo test test-slow coverage check format bench messages catalogues schema lock environment environment-dev \
	check-format check-lint check-types check-imports check-migrations check-templates check-catalogues check-schema clean

help: ## this list
	grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | awk -F ':.*## ' '{ printf "  make %-12s %s\n", $$1, $$2 }'

run: environment ## the whole site with the demo club, until Ctrl-C
	$(BIN)/python -m config.catalogues compile
	exec $(BIN)/python manage.py up --demo

demo: environment ## load the demo club into the database
	$(BIN)/python -m config.catalogues compile
	exec $(BIN)/python manage.py demo

test: environment-dev ## the suite, on a real PostgreSQL, a real Valkey and a real browser
	$(BIN)/python -m config.catalogues compile
	$(BIN)/python -m tests.chromium
	exec $(BIN)/python -m pytest -n 2 -m "not slow" $(PYTEST_ARGS)

test-slow: environment-dev ## the long proofs, and the coverage of the pure rules
	$(BIN)/python -m config.catalogues compile
	$(BIN)/python -m tests.chromium
	$(BIN)/python -m pytest -n 2 -m slow $(PYTEST_ARGS) || [ $$? -eq 5 ]  # 5: there are none
	$(MAKE) --no-print-directory coverage

PURE_TESTS = tests/engine tests/clubs/events/draw tests/clubs/events/ranking \
	$(addprefix tests/clubs/honours/test_,grp.py lines.py season.py) \
	tests/games/matches/entry $(addprefix tests/games/matches/test_,audit.py rulings.py values.py)
coverage: environment-dev ## every branch of the pure rules is run by their own tests
	mkdir -p var
	COVERAGE_FILE=var/.coverage $(BIN)/python -m pytest -n 2 -m "not slow" --cov --cov-report=term --cov-fail-under=100 $(PURE_TESTS)

check: environment-dev check-format check-lint check-imports check-templates check-catalogues check-types check-migrations check-schema ## everything that can be told without running the site
	echo "All checks passed."

check-format: environment-dev
	$(BIN)/ruff format --check --quiet --output-format concise . || { echo "Not formatted: run \`make format\`."; exit 1; }

check-lint: environment-dev
	$(BIN)/ruff check --quiet .

check-imports: environment-dev
	$(BIN)/lint-imports --no-cache > .import-report 2>&1 || { cat .import-report; rm -f .import-report; exit 1; }
	rm -f .import-report

check-templates: environment-dev
	$(BIN)/djlint --quiet --lint templates

check-catalogues: environment-dev
	$(BIN)/python -m config.catalogues check

check-types: environment-dev
	$(BIN)/mypy . > .type-report || { cat .type-report; rm -f .type-report; exit 1; }
	rm -f .type-report

check-migrations: environment-dev
	$(BIN)/python manage.py makemigrations --check --dry-run > /dev/null || { echo "A model has no migration: run manage.py makemigrations."; exit 1; }

check-schema: environment-dev
	$(BIN)/python manage.py spectacular --validate --fail-on-warn --file var/openapi.yaml
	cmp -s var/openapi.yaml docs/openapi.yaml || { echo "docs/openapi.yaml is not what the code says: run \`make schema\` and commit it."; exit 1; }

format: environment-dev ## format the code and mend what can be mended
	$(BIN)/ruff check --fix --quiet . || true
	$(BIN)/ruff format --quiet .

bench: environment-dev ## the figures the README claims
	for program in bench/*.py; do echo "== $$program"; $(BIN)/python "$$program" || exit 1; done

messages: environment-dev ## gather the strings to translate into the catalogues
	$(BIN)/python -m config.catalogues update

schema: environment-dev ## write docs/openapi.yaml from the code
	$(BIN)/python manage.py spectacular --validate --fail-on-warn --file docs/openapi.yaml

COMPILE = $(BIN)/uv pip compile --quiet --universal --generate-hashes --no-header --no-annotate $(if $(UPGRADE),--upgrade)
lock: environment-dev ## resolve pyproject.toml into the three locks, and the peers of the bench into a fourth (UPGRADE=1 takes new versions)
	$(COMPILE) pyproject.toml --extra local --extra dev -o requirements/dev.lock
	$(COMPILE) pyproject.toml --extra local -c requirements/dev.lock -o requirements/local.lock
	$(COMPILE) pyproject.toml -c requirements/local.lock -o requirements/run.lock
	$(COMPILE) requirements/peers.in -o requirements/peers.lock
	! grep -nE 'https?://|index-url|find-links' requirements/*.lock

environment:
	./requirements/install local

environment-dev:
	./requirements/install dev

clean: ## remove environment and caches; the data in var/ stays
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis htmlcov
