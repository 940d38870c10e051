"""Files of other kinds: maps and units brought in, maps and orders of battle written.

file_preview.py   reads what a file would bring as soon as the user pauses: under import_map.py and import_units.py
import_picture.py the map as an import would leave it;  send_map.py  a map for another program
export_map.py     a map as a picture, with page_tiles.py;  export_oob.py  the order of battle as a chart
"""
