"""Formations and their units on the map: zones, movement, screens, routes of supply [BCS 1.1 variants 3, 4, 7, 8, 4.3d].

zones.py       zones of control and engagement zones, who has them                            1, 7, 8, published summaries
screens.py     recon screens and their zones; screening.py marks them                         4.3d, 8
traffic.py     traffic markers, the hexes that they fill, placing and removing them           3, 5
going.py       movement: sides up, SNAFU results, forced marches, minimal movement, zones     3, 7, 8
routes.py      supply routes from combat trains to a source; tracing.py answers on them       6, 7, 8, published summaries
trains.py      where combat trains may stand, and where they are ghosts                       7, published summaries
paths.py       safe paths, and who is bracketed                                               4, Retreat Answer Key
supplying.py   routes and safe paths as the supply of a side's units                          4, 8, published summaries
objectives.py  objective markers with their zones                                             4.3d

The core book was not at hand. What it must say lies in charts that a box replaces, with a stand-in of ours, so that every
ruling that rests on it says so.
"""
