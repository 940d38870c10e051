#!/bin/sh
# Sets up what the tests need and runs every check headless: style, types, layers, then all tests.
# Arguments go to pytest: packaging/test.sh tests/core -k los
set -eu
cd "$(dirname "$0")/.."
sh packaging/setup.sh --dev
export QT_QPA_PLATFORM="${QT_QPA_PLATFORM:-offscreen}"
bin=.venv/bin
if [ $# -eq 0 ]; then
  $bin/ruff check .
  $bin/ruff format --check .
  $bin/mypy
  $bin/lint-imports
fi
exec $bin/python -m pytest "$@"
