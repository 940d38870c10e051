"""The main window: it puts tools, panels, canvas and worker together, and remembers how the user likes them.

    application.py   one run, from the empty application to the end of its event loop;  garbage.py  where garbage dies
    main_window.py   the window: pages, opening and closing, what is kept for the next run;  layouts.py  where all stands
    shown_box.py     the open box: all parts of the window take it, one per turn, and give it up again
    files            how boxes come from disk and go back to it;  questions.py  what is asked meanwhile
    later.py         what is imported after the first picture, in small steps
    workbench.py     the map of an open box with its tools and panels, joined
    desks            one subject each: its dialogs and panels joined to the document, the worker and the map
    commands.py      what actions do that open something to ask or to read
    actions.py       every action by name, with text, tip, shortcut and icon; the table is in action_table.py
    menus.py         menu bar and tool bars;  docks.py  which panels there are and where they stand at first
    status_bar.py    hex, place, height, terrain, zoom, hint, progress
    start_page.py    what is seen when no box is open;  problem_page.py  when one could not be opened
    session.py       what is kept between two runs
    reporting.py     log files, reports of faults;  first_paint.py, timing.py  the first picture;  version.py

The window paints before numpy, shapely, pydantic and yaml are imported, and never imports the first three at all.
"""
