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
    "app.shell.files.saving",
    "app.shell.files.recovering",
)

WORKBENCH = (
    "app.canvas.style",
    "app.canvas.layers",
    "app.canvas.shapes",
    "app.canvas.scene_map",
    "app.canvas.view",
    "app.panels.words",
    "app.panels.rulings.reasons_view",
    "app.panels.rows_table",
    "app.panels.rulings.panel",
    "app.panels.profile.painter",
    "app.panels.profile.panel",
    "app.panels.issues_panel",
    "app.panels.layers_panel",
    "app.panels.inspector_panel",
    "app.panels.ask.lists",
    "app.panels.ask.panel",
    "app.counters.symbols",
    "app.counters.unit_pictures",
    "app.panels.oob.model",
    "app.panels.oob.form",
    "app.panels.oob.panel",
    "app.counters.painter",
    "app.panels.stack.panel",
    "app.shell.docks",
    "app.tools.tool_box",
    "app.tools.map_marks",
    "app.canvas.counters.layer",
    "app.shell.desks.units_on_map",
    "app.dialogs.maps.underlay",
    "app.shell.desks.scans",
    "app.shell.desks.map_issues",
    "app.workers.heights",
    "app.shell.workbench",
)

COMMANDS = (
    "app.dialogs.popup",
    "app.dialogs.goto_hex",
    "app.dialogs.exchange.export_map",
    "app.dialogs.manual",
    "app.dialogs.shortcuts",
    "app.shell.reporting",
    "app.shell.commands",
    "app.dialogs.maps.new_map",
    "app.dialogs.maps.sheets",
    "app.dialogs.terrain.table",
    "app.dialogs.options.window",
    "app.shell.desks.map",
    "app.dialogs.exchange.import_map",
    "app.dialogs.exchange.send_map",
    "app.shell.files.exchange",
    "app.dialogs.charts.grid_view",
    "app.dialogs.charts.editor",
    "app.dialogs.charts.parcels",
    "app.shell.desks.charts",
    "app.export.oob_chart",
    "app.dialogs.exchange.export_oob",
    "app.dialogs.find_unit",
    "app.dialogs.exchange.import_units",
    "app.shell.desks.oob",
    "app.counters.symbols",
    "app.counters.painter",
    "app.dialogs.units.view",
    "app.dialogs.units.window",
    "app.shell.desks.units",
    "app.export.counter_sheets",
    "app.dialogs.printing.counters",
    "app.shell.desks.printing",
    "app.dialogs.scenario.model",
    "app.dialogs.scenario.rows",
    "app.dialogs.scenario.pages",
    "app.dialogs.scenario.window",
    "app.shell.desks.scenario",
    "app.shell.problem_page",
)


def import_parts(names: tuple[str, ...]) -> Iterator[None]:
    """Imports modules in an order in which none brings much more than itself; rests after each."""
    for name in names:
        importlib.import_module(name)
        yield
