"""The scenario that is shown, written in a window with a tab for each of its parts.

window.py    the window and its tabs: general.py, and the tables of pages.py on view.py
model.py     the tables as views see them, with matrix.py (sides by turns), heads.py and typed.py (texts that mean nothing)
units.py     units ticked in the order of battle;  series.py  many turns at once
"""
