"""Small generic widgets, and what every part of the window looks like.

themes.py   light and dark palettes on Qt's Fusion style, switched while the program runs
icons.py    own vector icons in the colours of the palette
grid_cells.py   keys and signs of tables that are typed into;  file_row.py   the line of a form that names a file
"""
