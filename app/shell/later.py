"""Imports what the first picture did without, one part per turn of the event loop, so that the window never stands still."""

import importlib
from collections.abc import Iterator

WORKER = (
    "core.model.box",
    "core.rules.kernel.rulings",
    "multiprocessing.connection",
    "app.workers.messages",
    "app.workers.answers",
    "app.documents.document",
    "core.files.recovery",
    "app.documents.keeper",
    "app.widgets.notices",
    "app.shell.saving",
    "app.shell.recovering",
)

WORKBENCH = (
    "app.canvas.style",
    "app.canvas.layers",
    "app.canvas.shapes",
    "app.canvas.scene_map",
    "app.canvas.view",
    "app.panels.words",
    "app.panels.reasons_view",
    "app.panels.rows_table",
    "app.panels.ruling_panel",
    "app.panels.profile_painter",
    "app.panels.profile_panel",
    "app.panels.issues_panel",
    "app.panels.layers_panel",
    "app.panels.inspector_panel",
    "app.panels.ask_lists",
    "app.panels.ask_panel",
    "app.counters.symbols",
    "app.counters.unit_pictures",
    "app.panels.oob_model",
    "app.panels.oob_form",
    "app.panels.oob_panel",
    "app.counters.painter",
    "app.panels.stack_panel",
    "app.shell.docks",
    "app.tools.tool_box",
    "app.tools.map_marks",
    "app.canvas.counter_layer",
    "app.shell.units_on_map",
    "app.dialogs.underlay",
    "app.shell.scans",
    "app.shell.map_issues",
    "app.workers.heights",
    "app.shell.workbench",
)

COMMANDS = (
    "app.dialogs.popup",
    "app.dialogs.goto_hex",
    "app.dialogs.export_map",
    "app.dialogs.manual",
    "app.dialogs.shortcuts",
    "app.shell.reporting",
    "app.shell.commands",
    "app.dialogs.new_map",
    "app.dialogs.sheets",
    "app.dialogs.terrain_table",
    "app.dialogs.box_options",
    "app.shell.map_desk",
    "app.dialogs.import_map",
    "app.dialogs.send_map",
    "app.shell.exchange",
    "app.dialogs.chart_grid_view",
    "app.dialogs.chart_editor",
    "app.dialogs.chart_parcels",
    "app.shell.chart_desk",
    "app.export.oob_chart",
    "app.dialogs.export_oob",
    "app.dialogs.find_unit",
    "app.dialogs.import_units",
    "app.shell.oob_desk",
    "app.counters.symbols",
    "app.counters.painter",
    "app.dialogs.units_view",
    "app.dialogs.units_window",
    "app.shell.units_desk",
    "app.export.counter_sheets",
    "app.dialogs.print_counters",
    "app.shell.print_desk",
    "app.dialogs.scenario_model",
    "app.dialogs.scenario_pages",
    "app.dialogs.scenario_window",
    "app.shell.scenario_desk",
    "app.shell.problem_page",
)


def import_parts(names: tuple[str, ...]) -> Iterator[None]:
    """Imports modules in an order in which none brings much more than itself; rests after each."""
    for name in names:
        importlib.import_module(name)
        yield
