"""The panel Stack (panel.py) and its list of counters that is ordered by dragging (list.py)."""
