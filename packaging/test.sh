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
$bin/python -m pytest "$@"
# The window once more on a real X server, where one can be started.
if [ $# -eq 0 ] && command -v xvfb-run >/dev/null 2>&1; then
  QT_QPA_PLATFORM=xcb xvfb-run -a -s "-screen 0 1400x900x24" $bin/python -m pytest -q tests/app/shell tests/app/tools
  # The manual's journey, played with a real mouse and keyboard on a screen of its own.
  QT_QPA_PLATFORM=xcb xvfb-run -a -s "-screen 0 1400x900x24" $bin/python -m pytest -q tests/app/journey
fi
