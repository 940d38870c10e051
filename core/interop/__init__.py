"""Other people's formats, in and out: ground, roads, waters, woods and whole maps. Nothing in a file is executed.

    bytes, path -> readers -> Imported(sheet, dropped) -> brought -> one undoable edit of an open box
                                                       -> new_box -> a box of its own
    sheet -> sent -> files by name, and what none of them carries

`bring` is the one door of command line and window; `wishes` holds what both ask for, `imported` what both get.

Elevation: `raster_files` and `elevation_grid` read it, `holes` closes gaps, `ground` turns a window of it into a smooth surface
in the units of a sheet, `contour_lines` draws it, `summits` finds its tops, `dem` puts the sheet together. Features: `geojson`,
`cartographer` (maps of hexes) and `osm` find them, `features` places them by a translation table and `elsewhere` tells of files
that lie off the map. Maps of hexes: `tiled` with `tiled_files`, `tiled_map` and `tiled_out`; `megamek`; `hex_cells` makes areas
and plateaus of single hexes. `own_items` are our own items as other formats carry them, so that what we write can be read again
without loss; `measures_out` writes control measures, `measures_in` reads them back. `safe_xml` and
`safe_json` keep strangers' files from doing harm.

Units: `counter_csv` is the table of all counters for a spreadsheet, `countersheet` the one for templates of Inkscape, `orbat`
reads ORBAT Mapper; `bring_units` is the one door to the three; `headings` knows columns that are named in other words. Each
gives one edit of the order of battle, and finds every cell that it does not take. `counter_cells` reads one cell that is
typed.
"""
