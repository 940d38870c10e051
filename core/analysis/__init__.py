"""Facts about the ground; knows no game, no chart, no verdict.

ground.py         a box compiled once: hexes, relief, obstacles per hex on the lattice
elevation.py      the height of a point, of a hex's centre dot, of the highest point on a line
los.py            what a sight line meets: hexes in order, obstacles touched          (the plain walk, the oracle)
field.py          the same for all lines from one hex, in numpy                       (proven equal to the plain walk)
hex_terrain.py    which kinds of terrain a hex holds
hex_net.py        the map as a graph: hexes under numbers, and what is met from each to the next
close_net.py      the same with parts of hexes, and the contour lines that are crossed
reach.py          the cheapest ways of a mover over the net of hexes, for terms that rules have filled in
traces.py         lines over the net back to sources, and the least that cuts one
relief_raster.py  shading and tint, for the eye alone
lint.py           everything that is wrong with a map, kept up to date as it is edited
  lint_items.py     faults of single items
  lint_ground.py    contours among each other, and spot elevations that do not fit them
  lint_paths.py     roads that just miss each other
"""
