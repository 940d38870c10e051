"""Every action of the window, as a table: what it is called, what it does, its keys and its icon."""

from dataclasses import dataclass

from PySide6.QtCore import QT_TRANSLATE_NOOP

SEPARATOR = ""


@dataclass(frozen=True, slots=True)
class ActionSpec:
    """One action. `text` is its menu text with its access key, `tip` a sentence without full stop; `keys` the shortcuts.

    Actions of the same `group` exclude each other. `where` "map" lets the shortcut work only while the map has the focus.
    """

    id: str
    text: str
    tip: str
    keys: tuple[str, ...] = ()
    icon: str = ""
    checkable: bool = False
    group: str = ""
    where: str = "window"


def _t(text: str) -> str:
    return str(QT_TRANSLATE_NOOP("Actions", text))


FILE = (
    ActionSpec(
        "file.new", _t("&New map…"), _t("Make a new box with an empty map, or several edge to edge"), ("Ctrl+N",), "new"
    ),
    ActionSpec("file.open", _t("&Open box…"), _t("Open a game box: its folder or its game.yaml"), ("Ctrl+O",), "open"),
    ActionSpec("file.save", _t("&Save"), _t("Write the box to its files"), ("Ctrl+S",), "save"),
    ActionSpec(
        "file.save_as",
        _t("Save a copy &as…"),
        _t("Write the box to another folder and go on with that one"),
        ("Ctrl+Shift+S",),
        "save",
    ),
    ActionSpec(
        "file.previous",
        _t("Open the pre&vious version…"),
        _t("Show the box as it was before the last save; saving brings it back for good"),
        icon="history",
    ),
    ActionSpec("file.reload", _t("&Reload box"), _t("Read the open box again from disk"), ("F5",), "reset"),
    ActionSpec("file.close", _t("&Close box"), _t("Close the box and go back to the start page"), ("Ctrl+W",), "cancel"),
    ActionSpec("file.import", _t("&Import…"), _t("Bring ground, roads and maps from other files"), ("Ctrl+I",), "import"),
    ActionSpec(
        "file.import_units",
        _t("Import &units…"),
        _t("Bring counters and formations from a table or from ORBAT Mapper"),
        ("Ctrl+Shift+I",),
        "import",
    ),
    ActionSpec("file.export", _t("&Export map…"), _t("Write the map as PNG, SVG or PDF"), ("Ctrl+Shift+E",), "export"),
    ActionSpec(
        "file.export_oob",
        _t("Export order of &battle…"),
        _t("Write the order of battle as a chart: SVG, PDF or PNG"),
        (),
        "export",
    ),
    ActionSpec("file.send", _t("Export for ot&her programs…"), _t("Write GeoJSON, TMX or a MegaMek board"), (), "export"),
    ActionSpec(
        "file.print",
        _t("&Print counters and cards…"),
        _t("Counters with their backs, set-up cards, turn track"),
        ("Ctrl+P",),
        "print",
    ),
    ActionSpec("file.quit", _t("&Quit"), _t("Leave Phaseline"), ("Ctrl+Q",), "quit"),
)

EDIT = (
    ActionSpec("edit.undo", _t("&Undo"), _t("Take back the last change"), ("Ctrl+Z",), "undo"),
    ActionSpec("edit.redo", _t("&Redo"), _t("Do again what was taken back"), ("Ctrl+Shift+Z", "Ctrl+Y"), "redo"),
    ActionSpec("edit.history", _t("&History"), _t("Show or hide the list of changes"), ("Ctrl+Shift+H",), "history", True),
)

VIEW = (
    ActionSpec("view.fit", _t("&Fit the map"), _t("Show the whole map"), ("F", "Ctrl+Shift+F"), "fit"),
    ActionSpec("view.zoom_in", _t("Zoom &in"), _t("Come closer"), ("Ctrl++", "Ctrl+="), "zoom-in"),
    ActionSpec("view.zoom_out", _t("Zoom &out"), _t("Go further away"), ("Ctrl+-",), "zoom-out"),
    ActionSpec("view.zoom_reset", _t("Zoom to &100%"), _t("Show the map at its own size"), ("Ctrl+0",), "zoom-reset"),
    ActionSpec("view.goto", _t("&Go to hex…"), _t("Go to a hex by its printed number"), ("Ctrl+G",), "goto"),
    ActionSpec("view.palette", _t("Find an &action or hex…"), _t("Type a few letters of anything"), ("Ctrl+K",), "search"),
    ActionSpec("view.next_pane", _t("&Next pane"), _t("Move the keyboard to the next part of the window"), ("F6",)),
    ActionSpec("view.full_screen", _t("F&ull screen"), _t("Use the whole screen"), ("F11",), "fullscreen", True),
    ActionSpec(
        "view.hide_panels",
        _t("&Hide panels"),
        _t("Show the map alone; the same key brings the panels back"),
        ("Tab",),
        "panels",
        True,
        where="map",
    ),
    ActionSpec(
        "view.sheet_alone",
        _t("Op &sheet alone"),
        _t("Fade the map, and leave out counters and all other op sheets"),
        ("Ctrl+Alt+S",),
        "graphic",
        True,
    ),
    ActionSpec("view.reset_layout", _t("&Reset layout"), _t("Put every panel back to its first place"), (), "reset"),
)

MAP = (
    ActionSpec(
        "map.sheets", _t("&Maps of this box…"), _t("Add, remove, letter, number and resize maps"), ("Ctrl+Shift+B",), "map"
    ),
    ActionSpec("map.terrain", _t("&Terrain…"), _t("Names, looks, heights and costs of terrain"), ("Ctrl+Shift+T",), "palette"),
    ActionSpec("map.scan", _t("&Scanned sheet…"), _t("Lay a scanned sheet under the grid"), ("Ctrl+Shift+U",), "register"),
)

BOX = (
    ActionSpec(
        "box.options",
        _t("&Options of the box…"),
        _t("Optional rules, what this game decides, and how unclear rules are read"),
        ("Ctrl+Shift+O",),
        "method",
    ),
    ActionSpec("box.counters", _t("&Counters…"), _t("All counters of the box in a grid"), ("Ctrl+Shift+C",), "counters"),
    ActionSpec("box.looks", _t("Counter &looks…"), _t("Draw what counters look like in this game"), ("Ctrl+Shift+L",), "looks"),
    ActionSpec(
        "box.find_unit", _t("&Find a unit…"), _t("Find a unit by its name, formation or kind"), ("Ctrl+F",), "find-unit"
    ),
    ActionSpec(
        "box.scenario",
        _t("&Scenario…"),
        _t("Set-up, turns, reinforcements and victory of the scenario that is shown"),
        ("Ctrl+Shift+N",),
        "scenario",
    ),
    ActionSpec(
        "box.edit_chart", _t("&Edit chart…"), _t("Type a chart as it is printed in your copy"), ("Ctrl+Shift+D",), "charts"
    ),
    ActionSpec("box.take_in_charts", _t("&Take in charts…"), _t("Read charts that somebody has sent you"), (), "import"),
    ActionSpec("box.send_charts", _t("&Send charts…"), _t("Write your own charts into a file for somebody else"), (), "export"),
)

THEME = (
    ActionSpec("theme.system", _t("As the &system"), _t("Light or dark as the desktop says"), (), "", True, "theme"),
    ActionSpec("theme.light", _t("&Light"), _t("Dark words on light ground"), (), "", True, "theme"),
    ActionSpec("theme.dark", _t("&Dark"), _t("Light words on dark ground"), (), "", True, "theme"),
)

DRAW = (
    ActionSpec(
        "draw.terrain", _t("&Terrain…"), _t("Choose the terrain that is drawn next by a few letters"), ("T",), "palette"
    ),
)

PLAY = (
    ActionSpec(
        "play.start", _t("&Start a session…"), _t("Play the scenario that is shown, with a journal"), ("Ctrl+Shift+P",), "play"
    ),
    ActionSpec("play.open", _t("&Open a session…"), _t("Go on with a session by its journal"), ("Ctrl+Alt+O",), "open"),
    ActionSpec("play.leave", _t("&Leave the session"), _t("Go back to the game; the journal keeps everything"), (), "cancel"),
    ActionSpec(
        "play.hand_over",
        _t("&Hand over…"),
        _t("Let the other player look at the screen, or sign and write the file to send"),
        ("Ctrl+Alt+H",),
        "hand-over",
    ),
    ActionSpec("play.present", _t("Back to the &present"), _t("Show the session as it is now"), ("Ctrl+Alt+End",), "history"),
    ActionSpec(
        "play.take_up", _t("Take play &up from here…"), _t("Go on from the entry that is looked at, on a branch"), (), "redo"
    ),
    ActionSpec(
        "play.cover",
        _t("&Cover the map when sides change"),
        _t("Ask who looks at the screen whenever the phase of another side begins"),
        (),
        "eye-closed",
        True,
    ),
    ActionSpec("play.next_phase", _t("&Next phase"), _t("Look the phase through, and go on"), ("F7",), "turn"),
    ActionSpec("play.previous_phase", _t("Phase &before"), _t("Go back to the phase before"), ("Shift+F7",), "undo"),
    ActionSpec("play.jump", _t("&Jump to a phase…"), _t("Go to any phase of any turn"), ("Ctrl+F7",), "goto"),
    ActionSpec("play.sky", _t("&Weather, light and sight…"), _t("Set what the turn is like"), (), "visibility"),
    ActionSpec("play.points", _t("&What is left…"), _t("Change the points that the sides have left"), (), "charts"),
    ActionSpec("play.formations", _t("&Formations…"), _t("Say what formations are, such as done or tired"), (), "oob"),
    ActionSpec(
        "play.declare",
        _t("&Declare an attack…"),
        _t("Announce which places the selected units attack"),
        ("Ctrl+Alt+A",),
        "crossfire",
    ),
    ActionSpec("play.roll", _t("&Roll dice"), _t("Roll what the panel “Dice” has chosen"), ("Ctrl+L",), "dice"),
    ActionSpec("play.luck", _t("&Luck so far…"), _t("What fell against what was to be expected"), (), "dice"),
    ActionSpec("play.film_back", _t("One step &back"), _t("Show the state one entry earlier"), ("Shift+F9",), "film-back"),
    ActionSpec("play.film_forward", _t("One step &forward"), _t("Show the state one entry later"), ("F9",), "film-forward"),
    ActionSpec("play.film_play", _t("&Play or stop"), _t("Show one state after the other"), ("Ctrl+F9",), "film-play"),
    ActionSpec("play.find", _t("&Find in the journal…"), _t("Find entries by a few letters"), ("Ctrl+Alt+F",), "search"),
    ActionSpec("play.bookmark", _t("&Bookmark…"), _t("Give the entry a name to find it by"), ("Ctrl+B",), "bookmark"),
    ActionSpec("play.comment", _t("C&omment…"), _t("Write a comment on the entry"), ("Ctrl+Alt+C",), "comment"),
    ActionSpec("play.note", _t("N&ote…"), _t("Write a note into the journal"), ("Ctrl+T",), "comment"),
    ActionSpec(
        "play.note_ruling", _t("Note the r&uling"), _t("Write the ruling that is shown into the journal"), ("Ctrl+E",), "ruling"
    ),
    ActionSpec("play.trails", _t("&Trails of units"), _t("Show on the map where units went"), ("Ctrl+Alt+T",), "trails", True),
    ActionSpec("play.trails_selected", _t("Of &selected units only"), _t("Leave the other trails out"), (), "", True),
    ActionSpec("play.trails_now", _t("Of &this turn"), _t("Trails of the turn that is shown"), (), "", True, "trails"),
    ActionSpec("play.trails_two", _t("Of this turn and the one &before"), _t("Trails of two turns"), (), "", True, "trails"),
    ActionSpec("play.trails_all", _t("Of &all turns"), _t("The latest thousand moves"), (), "", True, "trails"),
    ActionSpec(
        "play.secrets", _t("&Kept secret…"), _t("Write, read and open what a side keeps to itself"), ("Ctrl+Alt+K",), "lock"
    ),
    ActionSpec(
        "play.chits", _t("&Chits…"), _t("Draw chits for units, look at your own, put them back"), ("Ctrl+Alt+D",), "counters"
    ),
    ActionSpec(
        "play.draw_all",
        _t("Draw all chits that this combat &needs"),
        _t("Draw for every unit that fights with a chit and has none; they are one step of the history"),
        ("Ctrl+Alt+Shift+D",),
        "counters",
    ),
    ActionSpec(
        "play.export",
        _t("E&xport the session…"),
        _t("Write a page with maps, text or pictures"),
        ("Ctrl+Alt+X",),
        "export",
    ),
    ActionSpec("play.visibility", _t("&Visibility of this turn…"), _t("How far one can see this turn"), (), "visibility"),
    ActionSpec("play.without", _t("&Treat terrain as absent…"), _t("What if there were no woods, no buildings"), (), "layers"),
    ActionSpec("play.clear_smoke", _t("&Remove all smoke"), _t("Take every marker of smoke off the map"), (), "cancel"),
)

HELP = (
    ActionSpec("help.shortcuts", _t("&Keyboard shortcuts"), _t("Every key on one page"), ("F1",), "keyboard"),
    ActionSpec("help.manual", _t("&Manual"), _t("Read how Phaseline works"), ("Ctrl+F1",), "book"),
    ActionSpec(
        "help.tour",
        _t("&Tour of op sheets"),
        _t("Three lessons on a copy of the box Cove Creek; they go on where they were left"),
        (),
        "graphic",
    ),
    ActionSpec("help.tour_show", _t("Sho&w me"), _t("Has the tour do this step, and what is lacking before it; can be undone")),
    ActionSpec("help.tour_back", _t("&Back"), _t("Go to the step before in the tour")),
    ActionSpec("help.tour_next", _t("Ne&xt"), _t("Go to the next step of the tour")),
    ActionSpec("help.tour_again", _t("Begin &again"), _t("Throw the sheet of the lesson away and begin at its first step")),
    ActionSpec("help.tour_leave", _t("&Leave"), _t("Put the tour away; Help leads back to this step")),
    ActionSpec("help.report", _t("&Log and problem report…"), _t("What the program has noted, to be copied"), (), "issues"),
    ActionSpec("help.about", _t("&About Phaseline"), _t("Version, licence and what Phaseline is"), (), "about"),
)

SETTINGS = (
    ActionSpec("settings.keys", _t("Change &keys…"), _t("Give actions other keyboard shortcuts"), (), "keyboard"),
    ActionSpec("settings.reopen", _t("Reopen the &last box at the start"), _t("Begin where you left off"), (), "", True),
)

ALL = (*FILE, *EDIT, *VIEW, *DRAW, *MAP, *BOX, *THEME, *PLAY, *HELP, *SETTINGS)

NEEDS_BOX = frozenset(
    {
        "file.save",
        "file.save_as",
        "file.previous",
        "file.reload",
        "file.close",
        "file.import",
        "file.import_units",
        "file.export",
        "file.export_oob",
        "file.send",
        "file.print",
        "edit.history",
        "view.fit",
        "view.zoom_in",
        "view.zoom_out",
        "view.zoom_reset",
        "view.goto",
        "view.hide_panels",
        "map.sheets",
        "map.terrain",
        "map.scan",
        "box.options",
        "box.counters",
        "box.looks",
        "box.find_unit",
        "box.scenario",
        "box.edit_chart",
        "box.take_in_charts",
        "box.send_charts",
        "play.start",
        "play.visibility",
        "play.without",
        "play.clear_smoke",
    }
)
"""Actions that mean something only while a map is shown."""

NEEDS_SESSION = frozenset(
    {
        "play.leave",
        "play.hand_over",
        "panel.turn",
        "panel.journal",
        "panel.dice",
        "play.next_phase",
        "play.previous_phase",
        "play.jump",
        "play.sky",
        "play.points",
        "play.formations",
        "play.declare",
        "play.roll",
        "play.luck",
        "play.film_back",
        "play.film_forward",
        "play.film_play",
        "play.find",
        "play.bookmark",
        "play.comment",
        "play.note",
        "play.note_ruling",
        "play.trails",
        "play.trails_selected",
        "play.trails_now",
        "play.trails_two",
        "play.trails_all",
        "play.secrets",
        "play.chits",
        "play.draw_all",
        "play.export",
    }
)
"""Actions that mean something only while a session is played."""

NOT_IN_PLAY = frozenset(
    {
        "file.save",
        "file.save_as",
        "file.previous",
        "file.reload",
        "file.import",
        "file.import_units",
        "edit.history",
        "draw.terrain",
        "map.sheets",
        "map.terrain",
        "map.scan",
        "box.options",
        "box.counters",
        "box.looks",
        "box.scenario",
        "box.edit_chart",
        "box.take_in_charts",
        "play.start",
    }
)
"""Actions that change the game, which stays what it is while it is played, or that are about changes of it."""
