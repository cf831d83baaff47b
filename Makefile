# The two commands: `make demo` and `make test`. Each sets up all that it needs.

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
READY  := $(VENV)/.ready
JOBS   ?= auto

.PHONY: demo test check lint types fuzz bench docs lock clean

demo: $(READY)  ## Set up, then run offline models over the sample benchmark.
	@$(BIN)/porism demo

test: check  ## Everything that CI checks.
	$(BIN)/pytest -n $(JOBS) -q

check: lint types

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(READY)
	$(BIN)/mypy

lock: $(READY)  ## Renew requirements.lock from pyproject.toml.
	$(BIN)/uv pip compile pyproject.toml --all-extras --group dev --universal --python-version 3.11 \
		--generate-hashes --no-header --no-emit-index-url --no-annotate -o requirements.lock

$(READY): requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "Porism needs Python 3.11 or newer; say which with: make PYTHON=python3.12 $(MAKECMDGOALS)"; exit 2; }
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null || sh -c ' \
		if [ "$$(id -u)" = 0 ] && [ -f /etc/debian_version ]; then apt-get update -qq && apt-get install -qq -y python3-venv; \
		else echo "Please install the venv module of Python (Debian: apt install python3-venv)"; exit 2; fi'
	$(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check 'uv>=0.9' 2>/dev/null \
		|| { echo "Python packages cannot be installed: check the network and pip's settings"; exit 2; }
	$(BIN)/uv pip install --quiet --python $(BIN)/python --require-hashes -r requirements.lock
	$(BIN)/uv pip install --quiet --python $(BIN)/python --no-deps --editable .
	@touch $@

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis dist
