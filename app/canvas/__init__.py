"""How a map looks and scrolls: positions, layers, tiles and the view.

`transform` is the only place that turns the plane upside down. `scene_map` prepares what a box's maps look like in slices;
one renderer module per group of layers paints it (`ground`, `areas`, `hexes`, `villages`, `lines`, `contours`, `sides`,
`zones`, `lettering`). Renderers file what they prepare in `bins` under the item of the map that it belongs to; after an edit
they get a `ground.Change`, prepare what depends on its items again, and say which rectangles of the scene look different.
Whatever they prepare must not depend on the order in which items have come, so that a map that was edited looks like one just
opened.
Sheets that are laid side by side look like one map: `sheet_seams` says what frames them and where they meet, and what the one
keeps of an area that lies on the other is drawn there.
`underlay` paints scanned sheets from the pyramids of `scans`, which `scan_cutter` makes in a process of its own.
`tiles` keeps painted squares and `cels` what lies in them under, between and over the layers that a brush changes, `overlays`
what tools want to see on top, `view` scrolls, zooms and says where the mouse is.
Counters lie between the map and what tools lay over it: package `counters`.
All colours and sizes come from `resources/styles` through `style`; `looks` finds those of a kind of terrain.
"""
