"""Charts read: list.py, page.py (one in full: grid.py, table.py, bars.py, examples.py), picker.py and lookup.py to find a cell.

badges.py and words.py say where numbers come from; line.py are the links by which rulings lead here.
"""
