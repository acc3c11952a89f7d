# make demo: the chat on the sample records.  make test: everything that CI runs.
# make quick: the unit tests, without those that take long.
PYTHON ?= python3
BIN := .venv/bin
PYTEST := HF_HUB_OFFLINE=1 $(BIN)/python -m pytest

# Each process has databases of its own, and takes the next module when it has ended one. What takes
# longest comes first, so that all end together. A process that ends in a test ends the run: with
# another in its place, xdist may wait for ever for the last test of the other.
TOGETHER := -n 2 --dist loadfile --no-loadscope-reorder --max-worker-restart 0

.PHONY: install torch demo check test quick test-long openapi words audit-tools sbom licences audit clean

PIP_INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt

install: .venv/.installed

.venv/.installed: .venv/.demo
	@echo "narabot: installing what the tests need besides"
	@$(PIP_INSTALL) -e '.[dev]'
	@touch $@

.venv/.demo: pyproject.toml constraints.txt
	@echo "narabot: making the virtual environment in .venv"
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	@echo "narabot: installing pinned versions (some 2 GB; a few minutes)"
	@$(PIP_INSTALL) -e .
	@$(BIN)/narabot db install
	@touch $@

torch: .venv/.demo
	@$(PIP_INSTALL) -e '.[torch]'

demo: .venv/.demo
	@exec $(BIN)/narabot demo

check: install
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

# Neo4j's classes as Java maps them, made once: the many servers of the tests start in half the time.
CLASSES := .venv/neo4j.jsa

$(CLASSES): tests/class_archive.py .venv/.installed
	$(BIN)/python -m tests.class_archive $@

test: check $(CLASSES)
	$(PYTEST) $(TOGETHER) -m "not long" tests/page tests/neo4j tests/unit/test_prepare_on_ray.py tests/unit

quick: install
	$(PYTEST) $(TOGETHER) -m "not long and not slow" tests/unit

test-long: install
	$(PYTEST) -m long

openapi: install
	$(BIN)/python -m narabot.api > docs/openapi.json

# The words of the page, read out of the code into each language's file, where new ones stand empty.
SAID := -k say -k say_many:1,2 -k say_as:1c,2 -k later -k several_later:1,2
WORDS := narabot/presentation/words

words: install
	@mkdir -p build
	$(BIN)/python -m babel.messages.frontend extract -F babel.cfg $(SAID) --no-location --sort-output -o build/words.pot narabot/pages narabot/presentation
	$(BIN)/python -m babel.messages.frontend update -i build/words.pot -o $(WORDS)/ru.po -l ru --width=100 --no-fuzzy-matching --ignore-obsolete --ignore-pot-creation-date

audit-tools: install
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[login,torch,audit]'

sbom: audit-tools
	$(BIN)/python -m supply.bill dist/narabot.cdx.json

licences: audit-tools
	$(BIN)/python -m supply.licences

audit: audit-tools
	$(BIN)/python -m supply.audit

clean:
	rm -rf .venv build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
