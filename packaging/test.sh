#!/bin/sh
# Sets up what the tests need and runs every check headless: style, types, layers, then all tests.
# Arguments go to pytest: packaging/test.sh tests/core -k los
# All tests run on all cores, a choice of them in one process unless -n says otherwise: packaging/test.sh tests/app -n auto
# In another order, to find tests that lean on what others leave: packaging/test.sh --shuffle 7 tests/app -n 2
set -eu
cd "$(dirname "$0")/.."
sh packaging/setup.sh --dev
export QT_QPA_PLATFORM="${QT_QPA_PLATFORM:-offscreen}"
bin=.venv/bin
# Hundreds of processes are started by the tests; each would compile the program anew where Python is told to keep nothing.
unset PYTHONDONTWRITEBYTECODE
if [ $# -gt 0 ]; then exec $bin/python -m pytest "$@"; fi

$bin/ruff check .
$bin/ruff format --check .
$bin/mypy
$bin/lint-imports
$bin/lint-imports --config packaging/circles.importlinter

# A process takes nearly a gigabyte, hence not more of them than eight.
cores=$($bin/python -c 'import os; print(len(getattr(os, "sched_getaffinity", lambda _: range(os.cpu_count() or 1))(0)))')
parallel=""
if [ "$cores" -gt 1 ]; then parallel="-n $((cores < 8 ? cores : 8)) --dist worksteal"; fi
# A test that hangs says where after a quarter of an hour, and ends.
endless="-o faulthandler_timeout=900 -o faulthandler_exit_on_timeout=true"
# What concerns the window as a whole, and the manual's journeys with a real mouse and keyboard, are run on a real X server where
# one can be started: several processes have a screen each (tests/conftest.py).
window="tests/app/shell tests/app/tools tests/app/journey"
if command -v xvfb-run >/dev/null 2>&1; then
  besides=""
  for folder in $window; do besides="$besides --ignore=$folder"; done
  # shellcheck disable=SC2086
  $bin/python -m pytest -q $parallel $endless $besides
  # shellcheck disable=SC2086
  QT_QPA_PLATFORM=xcb xvfb-run -a -s "-screen 0 1400x900x24" $bin/python -m pytest -q $parallel $endless $window
else
  # shellcheck disable=SC2086
  $bin/python -m pytest -q $parallel $endless
fi
