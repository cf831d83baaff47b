# The two commands: `make demo` and `make test`. Each sets up all that it needs.

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
READY  := $(VENV)/.ready
SYSTEM := $(VENV)/.system
# Many tests wait for servers and killed processes: two more than there are processors.
JOBS   ?= $(shell expr $$(getconf _NPROCESSORS_ONLN) + 2)
PIP    := $(BIN)/python -m pip install --quiet --disable-pip-version-check
UV     := $(BIN)/uv pip install --quiet --python $(BIN)/python

# What was compiled once is kept: tests start Python hundreds of times.
unexport PYTHONDONTWRITEBYTECODE

# What tests need besides Python packages: Debian packages.
DEBIAN := postgresql chromium-headless-shell bubblewrap

.PHONY: demo test suite check lint types fuzz bench docs figures lock clean help

help:  ## Say what can be made.
	@sed -n 's/^\([a-z]*\):.*## /\1\t/p' Makefile | expand -t 8

demo: $(READY)  ## Set up, then run offline models over the sample benchmarks.
	@$(BIN)/porism demo

test: $(READY) $(SYSTEM)  ## Everything that CI checks.
	@$(MAKE) --no-print-directory -j2 check suite

suite: $(SYSTEM)
	FUZZ_PAPERS_SECONDS=120 $(BIN)/pytest -n $(JOBS) --dist loadgroup -q

check: lint types

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(READY)
	$(BIN)/mypy

fuzz: $(READY)  ## Fuzz the readers of answers and papers for ten minutes each.
	FUZZ_SECONDS=600 FUZZ_SEED=$$(date +%s) $(BIN)/pytest -q -n $(JOBS) tests/*/test_fuzz.py

bench: $(READY)  ## Measure asking, grading, statistics, papers and sites.
	$(BIN)/python -m bench.asking
	$(BIN)/python bench/grading.py speed tests/grading/cases/*.jsonl
	$(BIN)/python bench/stats.py
	$(BIN)/python -m bench.pages all --problems 20

docs: $(READY)  ## Renew the reference pages from the code.
	$(BIN)/python -m docs.generate

figures: $(READY)  ## Compute the page "What the figures mean" again.
	$(BIN)/python -m docs.figures

lock: $(READY)  ## Renew requirements.lock from pyproject.toml.
	$(BIN)/uv pip compile pyproject.toml --all-extras --group dev --universal --python-version 3.11 \
		--generate-hashes --no-header --no-emit-index-url --no-annotate -o requirements.lock

$(READY): requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "Porism needs Python 3.11 or newer; name one with: make PYTHON=python3.12 $(MAKECMDGOALS)"; \
		exit 2; }
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null || $(call debian,python3-venv)
	@$(PYTHON) -m venv $(VENV)
	@$(PIP) 'uv>=0.9' 2>/dev/null || { \
		echo "Python packages cannot be installed: check the network and the settings of pip"; exit 2; }
	@$(UV) --require-hashes -r requirements.lock
	@$(UV) --no-deps --editable .
	@touch $@

$(SYSTEM): Makefile | $(READY)
	@ls /usr/lib/postgresql/*/bin/initdb /usr/bin/chromium-headless-shell /usr/bin/bwrap >/dev/null 2>&1 || $(call debian,$(DEBIAN))
	@touch $@

# Install Debian packages where we may; elsewhere say in one line what to install.
debian = { if [ "$$(id -u)" = 0 ] && [ -f /etc/debian_version ]; then \
	apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -qq -y $(1) >/dev/null; \
	else echo "Please install: $(1) (names of Debian packages)"; exit 2; fi; }

clean:  ## Remove what was set up and built.
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis dist
