"""What stands above the columns of the tables of a scenario, in the user's language."""

from PySide6.QtCore import QCoreApplication

from app.dialogs.scenario.model import Head
from core.model.edits.scenario_edits import Section


def _tr(text: str) -> str:
    return QCoreApplication.translate("ScenarioHeads", text)


def heads(section: Section) -> tuple[Head, ...]:
    """What stands above the columns of a section."""
    units = _tr("Counters and formations, by name or id, between commas; a formation stands for all that is in it")
    hexes = _tr("Printed numbers, between commas")
    made: dict[Section, tuple[Head, ...]] = {
        "turns": (
            Head(_tr("Title"), _tr("Its time or number, as it stands on the track"), 14),
            Head(_tr("Date"), _tr("The date, as it stands on the track"), 22),
            Head(_tr("Light"), _tr("Day, twilight or night"), 11),
            Head(_tr("Visibility"), _tr("In hexes; nothing for unlimited"), 10),
            Head(_tr("Weather"), _tr("In the words of the game"), 16),
            Head(_tr("Note"), _tr("Anything else, such as the last turn"), 32),
        ),
        "set_ups": (
            Head(_tr("Units"), units, 28),
            Head(_tr("Code"), _tr("Stands for all units that print it as their set-up code"), 8),
            Head(_tr("Hexes"), hexes, 16),
            Head(_tr("Within"), _tr("So many hexes of the hexes; 0 or nothing for the hexes themselves"), 8),
            Head(_tr("Zone"), _tr("A zone of the maps, its rim included"), 18),
            Head(_tr("Box"), _tr("A box off the map, from those under General"), 12),
            Head(_tr("Losses"), _tr("Steps lost before the start, spread over the units"), 8),
            Head(_tr("Note"), _tr("Anything else"), 28),
        ),
        "arrivals": (
            Head(_tr("Turn"), _tr("Its number on the track; VAR for units that come on a condition"), 7),
            Head(_tr("Units"), units, 28),
            Head(_tr("Entry area"), _tr("A name; without entry hexes, the entry zone of that name"), 16),
            Head(_tr("Entry hexes"), hexes, 18),
            Head(_tr("Over the edge"), _tr("They enter over the edge of the map and not inside it"), 16),
            Head(_tr("By sea"), _tr("They come by sea; some rules have them enter at depots"), 8),
            Head(_tr("Condition"), _tr("When they come, in words"), 24),
            Head(_tr("Price"), _tr("What their coming costs, such as 2 support points, 1 victory points"), 18),
            Head(_tr("Note"), _tr("Anything else"), 24),
        ),
        "victory": (
            Head(_tr("Side"), _tr("Whose condition it is; nothing for both"), 14),
            Head(_tr("Points"), _tr("What it brings; nothing where it decides by itself"), 8),
            Head(_tr("Condition"), _tr("In words"), 60),
            Head(_tr("Hexes"), hexes, 24),
        ),
        "sheets": (
            Head(_tr("Name"), _tr("What the op sheet is called"), 20),
            Head(_tr("Side"), _tr("Whose sheet it is"), 12),
            Head(_tr("Type"), _tr("The type of the sheet"), 18),
            Head(_tr("Units"), units, 24),
            Head(_tr("Rally points"), _tr("A formation, a colon and a hex, such as b2: 20.12; between commas"), 24),
            Head(_tr("Status"), _tr("Implemented when play begins, unless the game says otherwise"), 15),
            Head(_tr("Note"), _tr("Anything else"), 24),
        ),
    }
    return made[section]
