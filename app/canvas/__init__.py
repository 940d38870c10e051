"""How a map looks and scrolls: positions, layers, tiles and the view.

`transform` is the only place that turns the plane upside down. `scene_map` prepares what a box's maps look like in slices;
one renderer module per group of layers paints it (`ground`, `areas`, `hexes`, `lines`, `contours`, `sides`, `lettering`).
`underlay` paints scanned sheets from the pyramids of `scans`, which `scan_cutter` makes in a process of its own.
`tiles` keeps painted squares, `overlays` what tools want to see on top, `view` scrolls, zooms and says where the mouse is.
All colours and sizes come from `resources/styles` through `style`.
"""
