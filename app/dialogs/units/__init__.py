"""All counters of a box in a grid that is typed into as a spreadsheet.

window.py    the window: the grid in view.py with headers.py and cells.py, what stands around it in pages.py, preview.py
model.py     the grid as views see it, over rows.py (which rows), columns.py, filter.py (what is sought)
writing.py   what typed texts make of counters: what is wrong stays beside the box, all else is a step of its history
"""
