#!/bin/sh
# Sets Phaseline up when needed and starts it. Without arguments the window opens on the sample box;
# any arguments go to the same program: packaging/run.sh ask los scenarios/tcs-example from=1.04 to=4.05
set -eu
here=$(cd "$(dirname "$0")/.." && pwd)
sh "$here/packaging/setup.sh"
if [ $# -eq 0 ]; then set -- "$here/scenarios/tcs-example"; fi
exec "$here/.venv/bin/phaseline" "$@"
