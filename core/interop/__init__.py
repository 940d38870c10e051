"""Other people's formats, in: elevation grids become map sheets with contours.

`elevation_grid` reads ESRI ASCII grids, `ground` turns a window of one into a smooth surface in the units of a sheet,
`contour_lines` draws it, `summits` finds its tops, `dem` puts the sheet together. Nothing in a file is executed.
"""
