"""Exact hexes and plane shapes; knows no game.

Two frames carry everything:

* the **lattice**: integers, one unit is 1/2048 of the height of a hex in Y and 1/(2048·√3) of it in X. Hex centres and
  corners are integers there, and whether a line meets a hex or a symbol does not change under that stretch, so every such
  question is answered exactly (`hexes`, `layout`, `hex_ground`, `hex_lines`, `sightlines`, `bearings`).
* the **plane**: floats, 1.0 from hex centre to next hex centre, x east, y north. Lengths and angles are true there; the
  height of a point between contours is measured in it (`contours`, cut into `faces`; `spans`).

Both describe flat-top hexes in columns. A map of pointy-top hexes is its mirror at the diagonal: `layout` turns map points
into the frame and back, and everything else sees flat-top hexes only.

`measures` draws control measures, as an army does, from their control points.

`tidy_tree` lays out boxes of a tree on paper, and knows nothing of hexes.

`hexes`, `hex_ground`, `hex_lines`, `labels`, `layout`, `lines`, `cut_rings`, `outlines`, `sightlines`, `bearings`, `measures`
and `tidy_tree` are pure Python; `areas`, `contours`, `faces` and `spans` need shapely or numpy.
"""
