#!/bin/sh
# Sets up everything Phaseline needs in .venv beside the project: packaging/setup.sh [--dev] [--check]
#   --dev    with the tools that the tests and the developers use
# A stamp of the lock files makes a later call instant and free of network.
set -eu
cd "$(dirname "$0")/.."

KIND=run
LOCK=packaging/requirements.lock
PACKAGES="libglib2.0-0 libgl1 libegl1 libdbus-1-3 libfontconfig1 libxkbcommon0 libbrotli1 fonts-dejavu-core
 libxcb-cursor0 libxcb-icccm4 libxcb-keysyms1 libxcb-shape0 libxkbcommon-x11-0"
if [ "${1:-}" = --dev ]; then
  KIND=dev
  LOCK=packaging/requirements-dev.lock
  PACKAGES="$PACKAGES xvfb xauth xdotool"
fi

STAMP=".venv/.ready-$KIND"
STATE=$(cat pyproject.toml packaging/setup.sh "$LOCK" packaging/build.lock | cksum)
if [ -f "$STAMP" ] && [ "$(cat "$STAMP")" = "$STATE $(pwd)" ]; then exit 0; fi

say() { printf '%s\n' "phaseline set-up: $*" >&2; }

find_python() {
  for candidate in python3 python3.13 python3.12 python3.11 /usr/bin/python3; do
    if command -v "$candidate" >/dev/null 2>&1 &&
      "$candidate" -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))' 2>/dev/null; then
      printf '%s\n' "$candidate"
      return 0
    fi
  done
  return 1
}

# Debian and Ubuntu: the Qt system libraries, by their package names. libglib2.0-0 is libglib2.0-0t64 in newer releases.
if command -v dpkg-query >/dev/null 2>&1 && command -v apt-get >/dev/null 2>&1; then
  PYTHON=$(find_python || true)
  [ -n "$PYTHON" ] || PACKAGES="$PACKAGES python3 python3-venv"
  if [ -n "$PYTHON" ] && ! "$PYTHON" -c 'import ensurepip, venv' 2>/dev/null; then PACKAGES="$PACKAGES python3-venv"; fi
  MISSING=""
  for package in $PACKAGES; do
    if ! dpkg-query -W -f='${Status}\n' "$package" "${package}t64" 2>/dev/null | grep -q 'ok installed'; then
      MISSING="$MISSING $package"
    fi
  done
  if [ -n "$MISSING" ]; then
    SUDO=""
    if [ "$(id -u)" != 0 ]; then
      if sudo -n true 2>/dev/null; then
        SUDO="sudo -n"
      else
        say "these system packages are missing; install them with the line below, then start again:"
        printf '  sudo apt-get install -y --no-install-recommends%s\n' "$MISSING" >&2
        exit 1
      fi
    fi
    say "installing system packages:$MISSING"
    $SUDO apt-get update -qq
    # shellcheck disable=SC2086
    $SUDO env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $MISSING >/dev/null
  fi
fi

PYTHON=$(find_python) || { say "Python 3.11, 3.12 or 3.13 is needed and was not found."; exit 1; }
if [ -x .venv/bin/python ] && ! .venv/bin/python -c 'import sys; sys.exit(sys.prefix == sys.base_prefix)' 2>/dev/null; then rm -rf .venv; fi
if [ ! -x .venv/bin/python ]; then
  say "making .venv with $("$PYTHON" --version)"
  "$PYTHON" -m venv .venv
fi
say "installing the locked packages (the first time this downloads about 150 MB)"
.venv/bin/python -m pip install -q --disable-pip-version-check --require-hashes -r "$LOCK" -r packaging/build.lock
.venv/bin/python -m pip install -q --disable-pip-version-check --no-deps --no-build-isolation -e .
QT_QPA_PLATFORM=offscreen .venv/bin/python -c 'import PySide6.QtWidgets, PySide6.QtSvg, PySide6.QtPrintSupport, app, core'
printf '%s' "$STATE $(pwd)" > "$STAMP"
[ "$KIND" = run ] || printf '%s' "$(cat pyproject.toml packaging/setup.sh packaging/requirements.lock packaging/build.lock | cksum) $(pwd)" > .venv/.ready-run
say "ready"
