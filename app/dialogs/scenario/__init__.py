"""The scenario that is shown, written in a window with a tab for each of its parts.

window.py    the window and its tabs: general.py, and the tables of pages.py on view.py
findings.py  what is wrong, below each table;  widths.py  how wide the columns are
model.py     the tables as views see them: rows.py (one below the other) and matrix.py (sides by turns), with heads.py and
             typed.py (texts that mean nothing)
units.py     units ticked in the order of battle;  series.py  many turns at once
"""
