"""The maps of a box: made, numbered, added and removed, lettered, resized, measured, and laid over scanned sheets.

new_map.py  a new box;  sheets.py  the maps of the open one;  underlay.py  the scan under a map
numbering_form.py, grid_preview.py  how hexes are numbered, set and shown; both windows of maps share them
"""
