"""The main window: it puts tools, panels, canvas and worker together, and remembers how the user likes them.

    application.py   one run, from the empty application to the end of its event loop;  garbage.py  where garbage dies
    main_window.py   the window: pages, opening and closing, what is kept for the next run
    saving.py        how the open box comes to disk, and what is asked before work could be lost;  questions.py
    recovering.py    unsaved work of earlier runs, the previous version;  disk_watch.py  what others do to the files
    later.py         what is imported after the first picture, in small steps
    workbench.py     the map of an open box with its tools and panels, joined
    ask_desk.py      the panel "Ask", the worker and the palette of actions, joined
    oob_desk.py      the order of battle, the worker and files, joined;  units found
    units_desk.py    the window of all counters of the open box
    scenario_desk.py the scenario that is shown, its window, and hexes picked for it;  desk.py  what every desk can do
    print_desk.py    counters and cards into files and, with sheet_printing.py, onto printers
    units_on_map.py  counters on the map, the tool Units, the panel Stack and what is dragged, joined;  units_menu.py
    map_issues.py    what is wrong with the map: marks on it, the panel, fixes
    commands.py      what actions do that open something to ask or to read;  exporter.py  maps to files
    scans.py         scanned sheets: their files, their pictures, their dialog and tool, joined
    actions.py       every action by name, with text, tip, shortcut and icon; the table is in action_table.py
    menus.py         menu bar and tool bars;  docks.py  which panels there are and where they stand at first
    status_bar.py    hex, place, height, terrain, zoom, hint, progress
    start_page.py    what is seen when no box is open;  problem_page.py  when one could not be opened
    session.py       what is kept between two runs;  samples.py  the boxes that ship with the program;  choosing.py
    reporting.py     log files, reports of faults;  first_paint.py, timing.py  the first picture;  version.py

The window paints before numpy, shapely, pydantic and yaml are imported, and never imports the first three at all.
"""
