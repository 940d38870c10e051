"""What is being worked on, as the status bar says it beside the bar that shows how far it is."""

from collections.abc import Mapping

from PySide6.QtCore import QCoreApplication


def _tr(text: str) -> str:
    return QCoreApplication.translate("Workbench", text)


def words_of_jobs() -> Mapping[str, str]:
    """Every job and every question of the map by its name, in the user's language."""
    return {
        "los": _tr("Line of sight"),
        "field": _tr("Field of view"),
        "crossfire": _tr("Cross fire"),
        "elevation": _tr("Height"),
        "heights": _tr("Heights"),
        "relief": _tr("Shading"),
        "cut_areas": _tr("Cutting areas"),
        "paint_terrain": _tr("Painting terrain"),
        "cut_outline": _tr("Cutting an outline"),
        "unite_outlines": _tr("Joining outlines"),
        "charts": _tr("Reading charts"),
        "new_box": _tr("Making a box"),
        "preview_import": _tr("Reading a map"),
        "send_map": _tr("Writing the map"),
        "save_box": _tr("Saving"),
        "examine_box": _tr("Looking at the files"),
        "recover_box": _tr("Recovering"),
        "previous_box": _tr("Opening"),
        "options_read": _tr("Reading options"),
        "measure_kinds": _tr("Reading control measures"),
        "sheets_of_copy": _tr("Reading op sheets"),
        "chart_readers": _tr("Looking who reads a chart"),
        "own_charts": _tr("Reading your charts"),
        "take_in_charts": _tr("Taking in charts"),
        "send_charts": _tr("Writing charts"),
        "chart_draft": _tr("Reading a chart"),
        "broken_chart": _tr("Reading a chart"),
        "keep_chart_draft": _tr("Keeping a chart"),
        "drop_chart_draft": _tr("Giving up a chart"),
        "questions": _tr("Looking what can be asked"),
        "preview_units": _tr("Reading units"),
        "scenario_rules": _tr("Reading the rules of scenarios"),
        "read_counters": _tr("Reading counters"),
        "write_counters": _tr("Writing counters"),
        "audit_phase": _tr("Looking the phase through"),
        "note_ruling": _tr("Noting a ruling"),
        "play_digests": _tr("Reading the files of the box"),
        "play_box": _tr("Looking for the box of a session"),
        "join_side": _tr("Making keys"),
        "unlock_side": _tr("Opening keys"),
        "recover_journal": _tr("Writing what is good of a session"),
        "judge_orders": _tr("Holding op sheets against the rules"),
        "cup_events": _tr("Handling chits"),
        "tour_box": _tr("Copying the box of the tour"),
        "tour": _tr("Reading the tour"),
    }


def words_of(subject: str) -> str:
    """What is said of a job or a question; of one that has no words of its own, that it is being answered."""
    return words_of_jobs().get(subject) or _tr("Answering")
