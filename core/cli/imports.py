"""phaseline import: makes maps from other files, one module for each kind of file."""

from core.cli import import_dem
from core.cli.parsing import Commands, Parser

KINDS = (import_dem,)
"""The modules of all kinds, each of which adds itself."""


def add(commands: Commands) -> None:
    """Adds the command with all kinds of files."""
    bring = commands.add_parser("import", help="make a map from other files")
    kinds = bring.add_subparsers(title="kinds", metavar="KIND", required=True, parser_class=Parser)
    for kind in KINDS:
        kind.add(kinds)
