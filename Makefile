# make demo: the chat on the sample records.  make test: everything that CI runs.
PYTHON ?= python3
BIN := .venv/bin
PYTEST := HF_HUB_OFFLINE=1 $(BIN)/python -m pytest

# Tests whose databases are their own: they can run beside those that share one.
OWN_DATABASES := $(patsubst %,tests/neo4j/test_%.py,killed killed_release dump_and_restore)

.PHONY: install demo check test test-one-half test-other-half test-long openapi audit-tools sbom licences audit clean

install: .venv/.installed

.venv/.installed: pyproject.toml constraints.txt
	@echo "narabot: making the virtual environment in .venv"
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	@echo "narabot: installing pinned versions (some 7 GB; a few minutes)"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev]'
	@$(BIN)/narabot db install
	@touch $@

demo: install
	@exec $(BIN)/narabot demo

check: install
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

test: check
	@$(MAKE) --no-print-directory -j2 test-one-half test-other-half

# They take about as long.
test-one-half: install
	$(PYTEST) -m "not long" tests/unit tests/page $(OWN_DATABASES)

test-other-half: install
	$(PYTEST) -m "not long" tests/neo4j $(OWN_DATABASES:%=--ignore=%)

test-long: install
	$(PYTEST) -m long

openapi: install
	$(BIN)/python -m narabot.api > docs/openapi.json

audit-tools: install
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[login,audit]'

sbom: audit-tools
	$(BIN)/python -m supply.bill dist/narabot.cdx.json

licences: audit-tools
	$(BIN)/python -m supply.licences

audit: audit-tools
	$(BIN)/python -m supply.audit

clean:
	rm -rf .venv build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
