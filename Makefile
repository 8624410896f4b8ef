# SPDX-License-Identifier: MIT
# `make help` lists what there is. Everything is installed into .venv; nothing else on the machine changes.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet install --no-deps --require-hashes
# Scripts name the Python of the day they were installed; through ours they work in a folder that was moved.
PYTEST := $(BIN)/python $(BIN)/pytest
MYPY := $(BIN)/python $(BIN)/mypy
RUFF := $(BIN)/ruff

LIBRARIES := $(addprefix lib/,adafruit_displayio_sh1106.py adafruit_displayio_sh1107.py adafruit_displayio_ssd1306.py \
	adafruit_display_text/__init__.py adafruit_display_text/label.py)

.DEFAULT_GOAL := help
# All installing goes into one .venv, two at once would spoil it.
.NOTPARALLEL:
.PHONY: help play window deploy backup restore release emulate budgets pictures texts bench figures mutate test coverage soak check format lint types lib lock setup setup-dev train solve clean
# Stamps say what was installed; where that is gone they count for nothing.
MADE := $(shell test -x $(BIN)/python && echo yes)
ifeq ($(MADE),)
.PHONY: $(addprefix $(VENV)/.,made play window deploy texts emulate bench dev)
endif
ifneq ($(filter-out $(wildcard $(LIBRARIES)),$(LIBRARIES)),)
.PHONY: lib/.fetched
endif
COMPILED := $(shell cat $(VENV)/.emulate 2>/dev/null)
ifneq ($(filter-out $(wildcard $(COMPILED)),$(COMPILED)),)
.PHONY: $(VENV)/.emulate
endif

help: ## list the commands
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1 \2/p' Makefile | awk '{ printf "  make %-11s", $$2; $$1 = $$2 = ""; sub(/^ +/, ""); print }'

play: setup ## play in the terminal (ARGS="--set ROTATION=180" tries a setting)
	@$(BIN)/python -m tools.play $(ARGS)

window: setup $(VENV)/.window ## play in a window, with real key presses
	@$(BIN)/python -m tools.window $(ARGS)

deploy: $(VENV)/.deploy lib ## put the game onto a board (ARGS="--dry-run" says what it would do)
	@$(BIN)/python -m tools.deploy $(ARGS)

backup: $(VENV)/.deploy setup ## copy the saved game from a board into a file (FILE=name.json; FROM=play: from `make play`)
	@$(BIN)/python -m tools.save backup $(if $(FILE),"$(FILE)") $(if $(FROM),--from "$(FROM)") $(ARGS)

restore: $(VENV)/.deploy setup ## put a saved game back, after asking (FILE=name.json; TO=play: into `make play`)
	@test -n "$(FILE)" || { echo "Name the backup: make restore FILE=name.json"; exit 2; }
	@$(BIN)/python -m tools.save restore "$(FILE)" $(if $(TO),--to "$(TO)") $(ARGS)

release: $(VENV)/.deploy lib ## write dist/: the game as a zip and, with FIRMWARE=file.uf2, as one UF2 (SOURCE=1: not compiled)
	@$(BIN)/python -m tools.release $(if $(FIRMWARE),--firmware "$(FIRMWARE)") $(if $(BOARD),--board $(BOARD)) $(if $(SOURCE),--source)

pictures: setup ## redraw the pictures in docs/pictures/ with the simulator
	@$(BIN)/python -m tools.pictures $(ARGS)

texts: $(VENV)/.texts ## draw the texts of other languages, hardware/texts/ (ARGS="--sheet FILE.png" to look at them)
	@$(BIN)/python -m tools.texts $(ARGS)

emulate: $(VENV)/.emulate lib ## play on the real firmware in an emulated Pico (ARGS="--keys ULDR --screenshot glass.png")
	@$(BIN)/python -m tools.emulate $(ARGS)

budgets: $(VENV)/.emulate lib ## measure time and memory on the emulated Pico (ARGS="--json budgets.json")
	@$(BIN)/python -m tools.budgets $(ARGS)

bench: setup-dev $(VENV)/.bench ## measure the rules against other engines (ARGS="--json bench.json")
	@$(BIN)/python -m tools.bench $(ARGS)

figures: setup-dev ## write docs/figures.md from what bench, budgets, soak and others kept in docs/figures/
	@$(BIN)/python -m tools.figures

mutate: setup-dev ## change the product in one place after the other and see whether a test notices (hours)
	@$(BIN)/python -m tools.mutate $(ARGS)

test: setup-dev $(if $(CIRCUITPYTHON_UF2),$(VENV)/.emulate) ## run the tests
	@$(PYTEST) -n auto --dist loadfile

coverage: setup-dev ## run the tests and show which lines and branches of the product they never reach
	@$(PYTEST) --cov=engine2048 --cov=hardware --cov-branch --cov-report=term-missing:skip-covered

soak: setup $(if $(findstring --firmware,$(ARGS)),$(VENV)/.emulate lib) ## play at random through every trouble for half an hour (ARGS="--seconds 60")
	@$(BIN)/python -m tools.soak $(ARGS)

train: setup-dev ## train the solver's weights (takes minutes): engine2048/solver/weights.bin
	@$(BIN)/python -m tools.train $(ARGS)

solve: setup-dev ## let the solver play 2,000 games at hint level and count
	@$(BIN)/python -m tools.solve --games 2000 --level hint $(ARGS)

check: lint types test ## all that CI checks: format, lint, types, tests

lint: $(VENV)/.dev ## check format and lint
	@$(RUFF) format --check .
	@$(RUFF) check .

types: setup-dev ## check types
	@$(MYPY)

format: $(VENV)/.dev ## format the code
	@$(RUFF) format .
	@$(RUFF) check --fix .

lib: lib/.fetched ## fetch Adafruit's libraries into lib/, as they go onto the board

lib/.fetched: lib/requirements.txt | $(VENV)/.made
	@$(PIP) --upgrade --target lib -r lib/requirements.txt
	@touch $@

# Whoever empties lib/ removes these pins, too.
lib/requirements.txt:
	@git checkout --quiet -- lib 2>/dev/null || \
		{ echo "lib/requirements.txt is missing: take it from the project again."; exit 1; }

setup: $(VENV)/.play ## install what playing needs into .venv

setup-dev: $(VENV)/.dev lib

$(VENV)/.made:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 10))' || \
		{ echo "Python 3.10 or newer is needed; name one with: make PYTHON=python3.12 ..."; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || \
		{ echo "Python's venv module is missing: install it (Debian, Ubuntu: sudo apt install python3-venv) and run make again."; exit 1; }
	@test -w . || { echo "This folder cannot be written, so .venv cannot be set up: copy the project to a folder of your own."; exit 1; }
	@echo "Setting up .venv, once ..."
	@$(PYTHON) -m venv $(if $(MADE),,--clear) $(VENV)
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

$(VENV)/.texts: requirements/texts.txt | $(VENV)/.made
	@$(PIP) -r requirements/texts.txt
	@touch $@ $(VENV)/.play

$(VENV)/.emulate: requirements/emulate.txt tools/emulator/fast.pyx | $(VENV)/.made
	@echo "Installing the emulator and compiling its fast paths, once ..."
	@$(PIP) -r requirements/emulate.txt
	@$(BIN)/python -m tools.emulator.compile
	@ls tools/emulator/fast.*.so >$@ 2>/dev/null || touch $@

# In a folder of their own: some call a module `main`, and all want versions of their own.
$(VENV)/.bench: requirements/bench.txt | $(VENV)/.made
	@echo "Installing the engines to measure ..."
	@$(PIP) --upgrade --target $(VENV)/bench -r requirements/bench.txt
	@touch $@

$(VENV)/.dev: requirements/dev.txt | $(VENV)/.made
	@echo "Installing what the tests need ..."
	@$(PIP) -r requirements/dev.txt
	@touch $@ $(VENV)/.play $(VENV)/.window $(VENV)/.deploy $(VENV)/.texts

# What Blinka's hardware layer would pull in; the simulator stands in for that layer.
UNUSED := adafruit-blinka adafruit-circuitpython-busdevice adafruit-circuitpython-connectionmanager \
	adafruit-circuitpython-requests adafruit-circuitpython-ticks adafruit-platformdetect adafruit-pureio \
	binho-host-adapter packaging pyftdi pyusb sysv-ipc toml
# pyfatfs is used without its layer on top of PyFilesystem, which needs the outdated pkg_resources.
UNUSED_FAT := appdirs fs setuptools six
# Of the measured engines' wishes, only what their rules import; this Python has its own argparse.
UNUSED_BENCH := argparse certifi charset-normalizer idna pygame requests urllib3
LOCK = $(BIN)/uv pip compile --quiet --universal --python-version 3.10 --generate-hashes --no-header --no-annotate

lock: setup-dev ## pin the requirements in requirements/*.in
	@$(LOCK) lib/requirements.in -o lib/requirements.txt --no-deps
	@$(LOCK) requirements/play.in -o requirements/play.txt $(UNUSED:%=--no-emit-package %)
	@$(LOCK) requirements/window.in -o requirements/window.txt
	@$(LOCK) requirements/deploy.in -o requirements/deploy.txt $(UNUSED_FAT:%=--no-emit-package %)
	@$(LOCK) requirements/texts.in -o requirements/texts.txt $(UNUSED:%=--no-emit-package %)
	@$(LOCK) requirements/emulate.in -o requirements/emulate.txt $(patsubst %,--no-emit-package %,$(filter-out packaging pyusb,$(UNUSED)) $(filter-out setuptools,$(UNUSED_FAT)))
	@$(LOCK) requirements/dev.in -o requirements/dev.txt $(patsubst %,--no-emit-package %,$(filter-out packaging pyusb,$(UNUSED)) $(filter-out setuptools,$(UNUSED_FAT)))
	@$(LOCK) requirements/bench.in -o requirements/bench.txt $(UNUSED_BENCH:%=--no-emit-package %)

clean: ## remove .venv, the fetched libraries and caches
	@rm -rf $(VENV) lib/adafruit_* lib/.fetched build tools/emulator/fast.c tools/emulator/fast.*.so
	@rm -rf .pytest_cache .mypy_cache .ruff_cache .hypothesis
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +
