# make demo: the chat on the sample records.  make test: everything that CI runs.
PYTHON ?= python3
BIN := .venv/bin
PYTEST := HF_HUB_OFFLINE=1 $(BIN)/python -m pytest

.PHONY: install demo check test test-unit-and-page test-neo4j test-long openapi audit-tools sbom licences audit clean

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
	@$(MAKE) --no-print-directory -j2 test-unit-and-page test-neo4j

test-unit-and-page: install
	$(PYTEST) -m "not long" tests/unit tests/page

test-neo4j: install
	$(PYTEST) -m "not long" tests/neo4j

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
