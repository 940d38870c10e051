"""Elevations, lines of sight, cross fires, cover and spotting [TCS 4.01 7.0-9.3, 11.4, 19.1].

elevation.py  the height of a hex or point, and why                                                         8.2, 8.4, 8.5b, 8.5c
los.py        whether one hex sees another: every point of contention with its margin                       7.0, 8.0-8.5, 19.1
field.py      all hexes seen from one; the fast path, proven equal to `los`                                 7.0, 8.0-8.5, 19.1
crossfire.py  twelve rays, pairs of firers, and the hexes that would complete a pair                        11.4
spotting.py   how far units are spotted                                                                     7.1, 25.0e, 26.1
cover.py      combat classes of hexes, of hexsides that fire passes, of what is crossed                     9.3, 15.2c, 20.1i
methods.py    the methods as settings of the height model in `core.analysis.elevation`
case.py       a game as lines of sight see it
"""
