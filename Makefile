# Run `make help` for the list of commands.
PYTHON ?= python3
BIN := .venv/bin
PYTEST := HF_HUB_OFFLINE=1 $(BIN)/python -m pytest

# Two workers, each with its own databases; a worker takes the next group of tests when it finishes
# one. If a worker dies, the run ends: xdist can wait forever for a replacement's last test.
WORKERS := -n 2 --dist loadscope --no-loadscope-reorder --max-worker-restart 0

# Test processes start in half the time if they do not compile every module again.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help install torch demo check test test-all test-long openapi settings words audit-tools sbom licenses licences audit clean
.DEFAULT_GOAL := help

CLASS_ARCHIVE := .venv/neo4j.jsa

help:  ## List the commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "make %-10s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

# uv downloads and unpacks in parallel, and needs a third of pip's time. It does not read pip's settings,
# so pip takes over where a package index is configured for pip alone.
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile -c constraints.txt
UV := $(BIN)/python -m uv pip install --quiet --no-cache --python $(BIN)/python -c constraints.txt
define install_packages
$(UV) $(1) || { echo "narabot: uv cannot install the packages, so pip installs them"; $(PIP) $(1); }
endef

install: .venv/.installed $(CLASS_ARCHIVE)  ## Create .venv for development (8 GB), and prepare the test servers

.venv/.installed: .venv/.demo
	@echo "narabot: installing the development packages"
	@$(call install_packages,-e '.[dev]')
	@touch $@

.venv/.demo: pyproject.toml constraints.txt
	@echo "narabot: creating the virtual environment in .venv"
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	@echo "narabot: installing pinned versions (about 2 GB, a few minutes)"
	@$(PIP) uv
	@$(call install_packages,-e .)
	@$(BIN)/narabot db install
	@touch $@

torch: .venv/.demo  ## Add torch, for other embedding models and local language models
	@$(call install_packages,-e '.[torch]')

demo: .venv/.demo  ## Serve the page on sample records
	@exec $(BIN)/narabot demo

check: .venv/.installed  ## Check style, types, and import contracts
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy --num-workers 2
	$(BIN)/lint-imports

# The database with the sample, and a Java class archive with which servers start faster. Created again
# when tests/stores.py or the pinned versions change.
$(CLASS_ARCHIVE): tests/stores.py .venv/.installed
	@echo "narabot: preparing the test servers (a minute)"
	@$(BIN)/python -m tests.stores

test: install  ## Test each feature once (5 to 8 minutes)
	$(PYTEST) $(WORKERS) -m "not long" tests/page tests/sample tests/neo4j tests/models tests/unit

test-all: install  ## Run all other tests: faults, attacks, clusters, models, Chromium, real records
	$(PYTEST) $(WORKERS) -m "(full or hypothesis) and not long" --hypothesis-profile full tests/full tests/unit

test-long: install  ## Run the tests that take minutes each (hours)
	$(PYTEST) -m long

settings: .venv/.installed  ## Write docs/settings.md and .env.example
	$(BIN)/python -m supply.settings_reference

openapi: .venv/.installed  ## Write docs/openapi.json
	$(BIN)/python -m narabot.api > docs/openapi.json

# Extract the page's strings from the code; new ones are empty in each language's file.
SAID := -k say -k say_many:1,2 -k say_as:1c,2 -k later -k several_later:1,2
WORDS := narabot/presentation/words

words: .venv/.installed  ## Update the translation files
	@mkdir -p build
	$(BIN)/python -m babel.messages.frontend extract -F babel.cfg $(SAID) --no-location --sort-output -o build/words.pot narabot/pages narabot/presentation
	$(BIN)/python -m babel.messages.frontend update -i build/words.pot -o $(WORDS)/ru.po -l ru --width=100 --no-fuzzy-matching --ignore-obsolete --ignore-pot-creation-date

# A variable, because a comma would end the argument of `call`.
AUDITED := -e '.[login,torch,audit]'

audit-tools: .venv/.installed
	@$(call install_packages,$(AUDITED))

sbom: audit-tools  ## Write a software bill of materials
	$(BIN)/python -m supply.sbom dist/narabot.cdx.json

licences: licenses
	@echo "make licences was renamed to make licenses. The next release will no longer accept the old name." >&2

licenses: audit-tools  ## Check the licenses of all packages
	$(BIN)/python -m supply.licenses

audit: audit-tools  ## Check all packages for known vulnerabilities
	$(BIN)/python -m supply.audit

clean:  ## Delete .venv and everything built
	rm -rf .venv build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
