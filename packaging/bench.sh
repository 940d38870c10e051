#!/bin/sh
# Measures speed as ratios within one run; fails when a ratio misses its goal.
set -eu
cd "$(dirname "$0")/.."
sh packaging/setup.sh --dev
# Compiled modules are kept, as on any machine of a user: the first paint is to be measured, not the compiler.
unset PYTHONDONTWRITEBYTECODE
exec .venv/bin/python packaging/bench/run.py "$@"
