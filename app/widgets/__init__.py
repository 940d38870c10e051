"""Small generic widgets, and what every part of the window looks like.

themes.py   light and dark palettes on Qt's Fusion style, switched while the program runs
dressing.py   widgets drawn anew in the colours of another palette;  turns.py   what is long, done in turns of the event loop
icons.py    own vector icons in the colours of the palette
grid_cells.py   keys and signs of tables that are typed into;  file_row.py   the line of a form that names a file
"""
