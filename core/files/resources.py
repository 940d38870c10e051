"""Where the files that come with the program lie: `resources` and `scenarios`, beside the packages `core` and `app`.

That holds for a clone, for an installed wheel and for a frozen program alike.
"""

from pathlib import Path

from core.base.errors import CoreError


class MissingResource(CoreError):
    """A folder that comes with the program is not there: the installation is not whole."""


def resources_folder() -> Path:
    """The folder of rulesets and styles. Raises MissingResource."""
    return _beside_packages("resources")


def rulesets_folder() -> Path:
    """The folder of rulesets, as `<series>/<edition>/`. Raises MissingResource."""
    return _beside_packages("resources", "rulesets")


def palettes_folder() -> Path:
    """The folder of palettes of terrain. Raises MissingResource."""
    return _beside_packages("resources", "palettes")


def scenarios_folder() -> Path:
    """The folder of the boxes that come with the program. Raises MissingResource."""
    return _beside_packages("scenarios")


def _beside_packages(*parts: str) -> Path:
    folder = Path(__file__).resolve().parents[2].joinpath(*parts)
    if not folder.is_dir():
        raise MissingResource(f"The folder {folder} is missing; Phaseline is not installed as a whole.")
    return folder
