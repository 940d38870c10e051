"""The terrain of a box: as a table (table.py, model.py), one kind of it to draw (palette.py), kinds left out (absent.py)."""
