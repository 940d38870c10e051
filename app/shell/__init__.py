"""The main window: it puts tools, panels, canvas and worker together, and remembers how the user likes them.

    main_window.py   the window and its wiring
    actions.py       every action by name, with text, tip, shortcut and icon; the tables are in action_table.py
    menus.py         menu bar and tool bars
    docks.py         which panels there are and where they stand at first
    status_bar.py    hex, place, height, terrain, zoom, hint, progress
    start_page.py    what is seen when no box is open;  problem_page.py  when one could not be opened
    session.py       what is kept between two runs;  samples.py  the boxes that ship with the program
    reporting.py     log files, reports of faults;  first_paint.py, timing.py   the first picture

No module here imports numpy, shapely, pydantic or yaml, not even through others: the window paints before they are needed.
"""
