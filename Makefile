# `make` sets up .venv and compiles rules_src/ into generated/; `make test` runs the tests.
# Each works by itself on a bare machine with Python 3.11 or later (with venv) and make.

VENV := .venv
RUN := $(VENV)/bin/python
READY := $(VENV)/ready

# For make fuzz: seconds of random input; how many times the situations of make test (35 are
# 100,000 against the oracle and shapely); how many drawn rulesets are played.
FUZZ_SECONDS ?= 600
GROUND_ROUNDS ?= 35
GROUNDRULES_FUZZ ?= 2000

.DEFAULT_GOAL := build
.PHONY: build setup test check lint types snapshots bench font test-browser fuzz mutants constraints

build: $(READY) ## compile rules_src/ into generated/
	@$(RUN) -m groundrules build rules_src -o generated

setup: $(READY) ## set up .venv only

test: $(READY) ## run the tests
	@$(RUN) -m pytest -q -n auto

check: lint types test ## everything that must be green before a commit

lint: $(READY)
	@$(RUN) -m ruff check .
	@$(RUN) -m ruff format --check .

types: $(READY)
	@$(RUN) -m mypy

snapshots: $(READY) ## write the expected outputs of the tests anew; review them in the diff
	@$(RUN) -m pytest -q --snapshots -n auto

bench: $(READY) ## measure, side by side with what the extra `bench` installs
	@$(RUN) -m pip install --quiet --disable-pip-version-check -c constraints.txt -e ".[dev,bench]"
	@$(RUN) -m bench --report bench/RESULTS.md

test-browser: $(READY) ## print cards with Chromium, count the pages and measure every card
	@command -v chromium chromium-browser google-chrome chrome >/dev/null || \
	  { echo "make test-browser needs Chromium: install the package chromium" >&2; exit 1; }
	@$(RUN) -m pip install --quiet --disable-pip-version-check -c constraints.txt -e ".[dev,browser]"
	@$(RUN) -m pytest -q tests/browser/prints.py

# Debian's fonts-noto-core and fonts-noto-extra put their files here.
FONTS ?= /usr/share/fonts/truetype/noto

font: $(READY) ## cut the font of printed cards anew from Noto Sans in FONTS
	@$(RUN) -m pip install --quiet --disable-pip-version-check -c constraints.txt -e ".[dev,font]"
	@$(RUN) tools/card_font.py $(FONTS)

fuzz: $(READY) ## look for faults with random input; FUZZ_SECONDS=3000 and GROUND_ROUNDS=100 look longer
	@$(RUN) -m tests.fuzz --seconds $(FUZZ_SECONDS) --report bench/FUZZ.md
	@GROUND_ROUNDS=$(GROUND_ROUNDS) GROUNDRULES_FUZZ=$(GROUNDRULES_FUZZ) GROUNDRULES_KILLS=200 \
	  $(RUN) -m pytest -q -n auto tests/ground tests/engine/test_drawn.py tests/test_promises.py

mutants: $(READY) ## change the bundled rulesets one thing at a time: 95 in 100 must be noticed by their scenarios
	@$(RUN) -m groundrules test --mutate --min 95 -j 2 rules_src

constraints: $(READY) ## renew constraints.txt with the newest versions that pyproject.toml allows
	@$(RUN) -m pip install --quiet --upgrade --upgrade-strategy eager -e ".[dev,bench,browser,font]"
	@{ sed -n 1p constraints.txt; $(RUN) -m pip list --format=freeze --exclude pip --exclude-editable; } > constraints.new
	@mv constraints.new constraints.txt

# A .venv that is half-made, or of a Python that is too old, is made anew.
$(READY): pyproject.toml constraints.txt
	@set -e; \
	python=; \
	for each in $(PYTHON) python3 python python3.14 python3.13 python3.12 python3.11; do \
	  if "$$each" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then python=$$each; break; fi; \
	done; \
	if [ -z "$$python" ]; then \
	  echo "groundrules needs Python 3.11 or later; found: $$(python3 --version 2>&1 || echo none)" >&2; \
	  echo "install it, or name it: make PYTHON=/path/to/python3.11" >&2; exit 1; \
	fi; \
	if [ -e $(VENV) ] && ! $(RUN) -c 'import sys, pip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then \
	  echo "removing the half-made $(VENV)" >&2; rm -rf $(VENV); \
	fi; \
	if [ ! -e $(VENV) ]; then \
	  if ! "$$python" -m venv $(VENV) >$(VENV).log 2>&1; then \
	    rm -rf $(VENV); cat $(VENV).log >&2; rm -f $(VENV).log; \
	    echo "$$("$$python" --version) cannot make a virtual environment: install its package python3-venv" >&2; \
	    exit 1; \
	  fi; \
	  rm -f $(VENV).log; \
	fi; \
	echo "installing into $(VENV)" >&2; \
	$(RUN) -m pip install --quiet --disable-pip-version-check -c constraints.txt -e ".[dev]"; \
	touch $(READY)
