"""Windows that ask or tell one thing; most are small frames over the map that Escape closes.

popup.py             the frame that goto_hex, command_palette and find_unit share
goto_hex.py          a hex by its printed number;  command_palette.py  any action, or a hex, by a few letters
file_preview.py      what a file would bring, read when the user pauses: under import_map.py and import_units.py
find_unit.py         a unit anywhere;  import_units.py  units of other programs;  export_oob.py  the order of battle as a chart
visibility.py        how far one can see;  absent_terrain.py  which terrain is treated as absent
export_map.py        a map to a file;  page_tiles.py  how it will lie over pages
print_counters.py    counters and cards on paper;  print_pieces.py  what;  print_paper.py  how;  sheet_preview.py  each page
new_map.py           a new box of empty maps;  numbering_form.py, grid_preview.py  its hex numbers, set and shown
sheets.py            the maps of a box: added, removed, lettered, numbered, resized, measured
terrain_table.py     every kind of terrain as a table;  terrain_model.py  the table as views see it
box_options.py       the options of the box, by kind;  box_options_detail.py  one of them, to be chosen
box_options_draft.py what is chosen so far: what differs, clashes, is refused
units_window.py      all counters in a grid:  units_view.py  typed into as a spreadsheet, with units_headers.py, units_cells.py
units_model.py       the grid as views see it: units_rows.py  which rows, units_columns.py, units_filter.py  what is sought
units_writing.py     what texts make of counters;  units_preview.py  how one looks
scenario_window.py   the scenario that is shown:  scenario_pages.py, scenario_general.py  its tabs;  scenario_view.py  tables
scenario_model.py    the tables as views see them, with scenario_matrix.py, scenario_heads.py
scenario_units.py    units ticked in the order of battle;  scenario_series.py  many turns at once
underlay.py          the scanned sheet under a map, and which hex a point of it is
shortcuts.py, manual.py, about.py, problem_report.py   things to read
"""
