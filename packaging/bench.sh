#!/bin/sh
# Measures speed as ratios within one run; fails when a ratio misses its goal.
set -eu
cd "$(dirname "$0")/.."
sh packaging/setup.sh --dev
exec .venv/bin/python packaging/bench/run.py "$@"
