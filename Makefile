# `make help` lists what there is. Everything is installed into .venv; nothing else on the machine changes.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet install --no-deps --require-hashes

.DEFAULT_GOAL := help
.PHONY: help play window deploy release emulate budgets pictures test soak check format lint types lib lock setup setup-dev train solve clean

help: ## list the commands
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1 \2/p' Makefile | awk '{ printf "  make %-11s", $$2; $$1 = $$2 = ""; sub(/^ +/, ""); print }'

play: setup ## play in the terminal
	@$(BIN)/python -m tools.play

window: setup $(VENV)/.window ## play in a window, with real key presses
	@$(BIN)/python -m tools.window

deploy: $(VENV)/.deploy lib ## put the game onto a board (ARGS="--dry-run" tells what it would do)
	@$(BIN)/python -m tools.deploy $(ARGS)

release: $(VENV)/.deploy lib ## write dist/: the game as a zip and, with FIRMWARE=file.uf2, as one UF2
	@$(BIN)/python -m tools.release $(if $(FIRMWARE),--firmware "$(FIRMWARE)") $(if $(BOARD),--board $(BOARD))

pictures: setup ## write the pictures in docs/pictures/ anew, from the simulator
	@$(BIN)/python -m tools.pictures

emulate: $(VENV)/.emulate lib ## play on the real firmware in an emulated Pico (ARGS="--keys ULDR --screenshot glass.png")
	@$(BIN)/python -m tools.emulate $(ARGS)

budgets: $(VENV)/.emulate lib ## measure on the emulated Pico what design.md allows (ARGS="--json budgets.json")
	@$(BIN)/python -m tools.budgets $(ARGS)

test: setup-dev $(if $(CIRCUITPYTHON_UF2),$(VENV)/.emulate) ## run the tests
	@$(BIN)/pytest

soak: setup-dev ## play 10,000 random moves through all screens (takes half an hour)
	@SOAK=1 $(BIN)/pytest tests/test_soak.py

train: setup-dev ## learn the solver's weights anew (minutes): engine2048/weights.bin
	@$(BIN)/python -m tools.train

solve: setup-dev ## let the solver play 2,000 games at hint level and count
	@$(BIN)/python -m tools.solve --games 2000 --level hint

check: setup-dev lint types test ## all that CI checks: format, lint, types, tests

lint:
	@$(BIN)/ruff format --check .
	@$(BIN)/ruff check .

types:
	@$(BIN)/mypy

format: setup-dev ## format the code
	@$(BIN)/ruff format .
	@$(BIN)/ruff check --fix .

lib: lib/.fetched ## fetch Adafruit's two libraries into lib/, as they go onto the board

lib/.fetched: lib/requirements.txt | $(VENV)/.made
	@$(PIP) --upgrade --target lib -r lib/requirements.txt
	@touch $@

setup: $(VENV)/.play

setup-dev: $(VENV)/.dev lib

$(VENV)/.made:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 10))' || \
		{ echo "Python 3.10 or newer is needed; name one with: make PYTHON=python3.12 ..."; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || \
		{ echo "Python's venv module is missing: install it (Debian, Ubuntu: sudo apt install python3-venv) and run make again."; exit 1; }
	@echo "Setting up .venv, once ..."
	@$(PYTHON) -m venv $(VENV)
	@touch $@

$(VENV)/.play: requirements/play.txt | $(VENV)/.made
	@$(PIP) -r requirements/play.txt
	@touch $@

$(VENV)/.window: requirements/window.txt | $(VENV)/.made
	@$(PIP) -r requirements/window.txt
	@touch $@

$(VENV)/.deploy: requirements/deploy.txt | $(VENV)/.made
	@$(PIP) -r requirements/deploy.txt
	@touch $@

$(VENV)/.emulate: requirements/emulate.txt tools/emulator/fast.pyx | $(VENV)/.made
	@echo "Installing the emulator and compiling its fast paths, once ..."
	@$(PIP) -r requirements/emulate.txt
	@$(BIN)/python -m tools.emulator.compile
	@touch $@

$(VENV)/.dev: requirements/dev.txt | $(VENV)/.made
	@echo "Installing what the tests need ..."
	@$(PIP) -r requirements/dev.txt
	@touch $@ $(VENV)/.play $(VENV)/.window $(VENV)/.deploy

# What Blinka's hardware layer would pull in; the simulator stands in for that layer.
UNUSED := adafruit-blinka adafruit-circuitpython-busdevice adafruit-circuitpython-connectionmanager \
	adafruit-circuitpython-requests adafruit-circuitpython-ticks adafruit-platformdetect adafruit-pureio \
	binho-host-adapter packaging pyftdi pyusb sysv-ipc toml
# pyfatfs is used without its layer on top of PyFilesystem, which needs the outdated pkg_resources.
UNUSED_FAT := appdirs fs setuptools six
LOCK = $(BIN)/uv pip compile --quiet --universal --python-version 3.10 --generate-hashes --no-header --no-annotate

lock: setup-dev ## write the pinned requirements anew from requirements/*.in
	@$(LOCK) lib/requirements.in -o lib/requirements.txt --no-deps
	@$(LOCK) requirements/play.in -o requirements/play.txt $(UNUSED:%=--no-emit-package %)
	@$(LOCK) requirements/window.in -o requirements/window.txt
	@$(LOCK) requirements/deploy.in -o requirements/deploy.txt $(UNUSED_FAT:%=--no-emit-package %)
	@$(LOCK) requirements/emulate.in -o requirements/emulate.txt $(patsubst %,--no-emit-package %,$(filter-out packaging pyusb,$(UNUSED)) $(filter-out setuptools,$(UNUSED_FAT)))
	@$(LOCK) requirements/dev.in -o requirements/dev.txt $(patsubst %,--no-emit-package %,$(filter-out packaging pyusb,$(UNUSED)) $(filter-out setuptools,$(UNUSED_FAT)))

clean: ## remove .venv, the fetched libraries and caches
	@git clean -fdxq $(VENV) lib build tools/emulator .pytest_cache .mypy_cache .ruff_cache
