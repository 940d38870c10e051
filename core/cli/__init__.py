"""The command line of Phaseline: the same questions without a window. Imports no Qt.

Exit codes: 0 fine, 1 problems found in what was given, 2 wrong use. Answers go to standard output, problems to standard error,
one per line.
"""

from core.cli.main import main

__all__ = ["main"]
