# The project's commands. `make` sets everything up, compiles the catalog and shows it at work;
# `make test` runs every check and test. Both install what they need into .venv and nothing
# elsewhere; the network is needed once, and again when the dependencies change.

PYTHON ?= python3
BIN := .venv/bin

.PHONY: all setup compile show test static check golden bench soak lock clean

all: compile show

setup: .venv/.ready

# Pinned by hash: pip brings uv, uv brings the rest, both from constraints.txt.
.venv/.ready: pyproject.toml runtime/pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Python 3.11 or newer is needed; name one with make PYTHON=..."; exit 1; }
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	sed -n '/^uv==/,/[^\\]$$/p' constraints.txt > .venv/uv.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --require-hashes \
		--requirement .venv/uv.txt
	$(BIN)/uv pip install --quiet --python $(BIN)/python --no-deps --require-hashes \
		--requirement constraints.txt
	$(BIN)/uv pip install --quiet --python $(BIN)/python --no-deps --no-build-isolation \
		--editable . --editable runtime
	touch $@

compile: setup
	$(BIN)/toolcharter compile

show: setup
	PYTHONPATH=generated $(BIN)/python examples/show.py

test: static
	$(BIN)/python -m pytest -q -n 2

static: setup
	$(BIN)/ruff check --quiet .
	$(BIN)/ruff format --quiet --check .
	$(BIN)/python -m mypy $(wildcard generator runtime tests benchmarks examples generated)
	$(BIN)/lint-imports

# What a change has to pass; .ci/run asks besides that nothing is left to commit.
check: test
	$(BIN)/toolcharter check

# Rewrites what the golden tests expect; the difference is reviewed like code.
golden: setup
	TOOLCHARTER_GOLDEN=1 $(BIN)/python -m pytest -q -m golden

# make bench BENCH="--write docs/benchmarks.md" keeps the table.
bench: setup
	$(BIN)/python -m benchmarks $(BENCH)

# The property tests, the comparison of the stores, crashes and faults on every store, and the
# simulator of the write path, many times as long.
soak: setup
	TOOLCHARTER_SOAK=1 TOOLCHARTER_STORE_EXAMPLES=500 $(BIN)/python -m pytest -q -n 2 --hypothesis-profile=soak
	PYTHONPATH=tests:generated $(BIN)/python -m simulation --seeds 0:1000000

# Pins the newest versions that pyproject.toml allows.
lock: setup
	$(BIN)/uv pip compile --quiet --upgrade --universal --python-version 3.11 --generate-hashes \
		--no-header --no-annotate --extra dev pyproject.toml runtime/pyproject.toml \
		--output-file constraints.txt

clean:
	rm -rf .venv .toolcharter-cache .mypy_cache .ruff_cache .pytest_cache .hypothesis \
		.import_linter_cache dist
