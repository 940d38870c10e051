"""Signs: small drawings of ours for markers and counters, as outlines in a unit square, x to the right and y down.

An outline is a text of steps: `M x y` goes to a point, `L x y` draws to one, `C x y x y x y` curves to the last of three,
`O x y w h` is an oval in a box, `R x y w h` a box, `Z` closes. Where outlines overlap, every second layer is a hole. Signs
whose name ends in "-line" are strokes and not filled.
"""

from collections.abc import Mapping
from types import MappingProxyType

SIGNS: Mapping[str, str] = MappingProxyType(
    {
        "cloud": "M .22 .8 C .02 .8 0 .5 .2 .47 C .18 .25 .42 .16 .52 .3 C .66 .14 .9 .28 .82 .48 C 1.02 .52 .98 .8 .78 .8 Z",
        "burst": "M .5 0 L .6 .27 L .83 .12 L .75 .39 L 1 .46 L .77 .6 L .9 .86 L .63 .76 L .53 1 L .43 .76 L .15 .9 L "
        ".25 .62 L 0 .52 L .25 .4 L .14 .15 L .4 .27 Z",
        "burst-open": "M .5 0 L .6 .27 L .83 .12 L .75 .39 L 1 .46 L .77 .6 L .9 .86 L .63 .76 L .53 1 L .43 .76 L .15 "
        ".9 L .25 .62 L 0 .52 L .25 .4 L .14 .15 L .4 .27 Z M .5 .3 L .35 .5 L .5 .7 L .66 .5 Z",
        "flare": "M .1 .42 C .1 -.12 .9 -.12 .9 .42 C .8 .3 .7 .3 .63 .4 C .56 .3 .44 .3 .37 .4 C .3 .3 .2 .3 .1 .42 Z "
        "M .14 .44 L .46 .74 L .44 .78 L .1 .46 Z M .86 .44 L .54 .74 L .56 .78 L .9 .46 Z M .36 .72 L .64 .72 L .58 1 L "
        ".42 1 Z",
        "mine": "M .46 0 L .54 0 L .54 1 L .46 1 Z M 0 .46 L 1 .46 L 1 .54 L 0 .54 Z M .12 .18 L .18 .12 L .88 .82 L "
        ".82 .88 Z M .82 .12 L .88 .18 L .18 .88 L .12 .82 Z M .5 .2 C .9 .2 .9 .8 .5 .8 C .1 .8 .1 .2 .5 .2 Z",
        "breach-line": "M .04 .2 L .26 .2 L .26 .9 L .04 .9 M .96 .2 L .74 .2 L .74 .9 L .96 .9 M .5 .98 L .5 .08 M "
        ".38 .24 L .5 .06 L .62 .24",
        "works-line": "M .04 .72 L .2 .72 L .2 .4 L .36 .4 L .36 .72 L .64 .72 L .64 .4 L .8 .4 L .8 .72 L .96 .72",
        "cross-line": "M .08 .08 L .92 .92 M .92 .08 L .08 .92",
        "ring-line": "O .05 .05 .9 .9",
        "arrow": "M .06 .38 L .56 .38 L .56 .14 L .98 .5 L .56 .86 L .56 .62 L .06 .62 Z",
        "down-line": "M .1 .18 L .5 .5 L .9 .18 M .1 .52 L .5 .84 L .9 .52",
        "down-twice-line": "M .1 .04 L .5 .32 L .9 .04 M .1 .34 L .5 .62 L .9 .34 M .1 .64 L .5 .92 L .9 .64",
        "flash": "M .58 0 L .16 .56 L .44 .56 L .34 1 L .84 .4 L .54 .4 L .74 0 Z",
        "shell": "M .5 0 C .74 .16 .74 .36 .74 .5 L .74 1 L .26 1 L .26 .5 C .26 .36 .26 .16 .5 0 Z M .2 .78 L .8 .78 "
        "L .8 .84 L .2 .84 Z",
        "plane": "M .5 0 C .58 .06 .57 .2 .57 .34 L 1 .56 L 1 .66 L .57 .56 L .55 .82 L .7 .92 L .7 1 L .5 .95 L .3 1 "
        "L .3 .92 L .45 .82 L .43 .56 L 0 .66 L 0 .56 L .43 .34 C .43 .2 .42 .06 .5 0 Z",
        "truck": "M 0 .22 L .58 .22 L .58 .68 L 0 .68 Z M .62 .36 L .84 .36 L 1 .54 L 1 .68 L .62 .68 Z O .1 .62 .2 "
        ".24 O .7 .62 .2 .24",
        "no-truck-line": "M .04 .26 L .58 .26 L .58 .66 L .04 .66 Z M .58 .4 L .8 .4 L .96 .54 L .96 .66 L .58 .66 M "
        ".02 .96 L .98 .04",
        "star": "M .5 0 L .62 .36 L 1 .37 L .7 .6 L .81 .96 L .5 .75 L .19 .96 L .3 .6 L 0 .37 L .38 .36 Z",
        "check-line": "M .06 .54 L .36 .86 L .94 .14",
        "target-line": "O .06 .06 .88 .88 O .3 .3 .4 .4 M .5 0 L .5 .3 M .5 .7 L .5 1 M 0 .5 L .3 .5 M .7 .5 L 1 .5",
        "flag": "M .14 0 L .24 0 L .24 1 L .14 1 Z M .28 .04 L .94 .27 L .28 .5 Z",
        "cars": "M .02 .32 L .1 .1 L .36 .1 L .44 .32 L .44 .46 L .02 .46 Z M .56 .32 L .64 .1 L .9 .1 L .98 .32 L .98 "
        ".46 L .56 .46 Z M .29 .82 L .37 .6 L .63 .6 L .71 .82 L .71 .96 L .29 .96 Z",
        "links-line": "O .02 .26 .56 .48 O .42 .26 .56 .48",
        "screen-line": "M .02 .3 L .36 .3 L .24 .7 L .98 .7 M .02 .3 L .14 .16 M .02 .3 L .14 .44 M .98 .7 L .86 .56 M "
        ".98 .7 L .86 .84",
        "shield": "M .06 .06 L .94 .06 L .94 .46 C .94 .76 .72 .9 .5 1 C .28 .9 .06 .76 .06 .46 Z M .2 .2 L .2 .47 C "
        ".2 .66 .33 .76 .5 .84 C .67 .76 .8 .66 .8 .47 L .8 .2 Z",
        "ghost": "M .12 .96 L .12 .42 C .12 -.12 .88 -.12 .88 .42 L .88 .96 L .75 .82 L .62 .96 L .5 .82 L .38 .96 L "
        ".25 .82 Z O .28 .3 .14 .18 O .58 .3 .14 .18",
        "bricks": "M .04 .94 L .16 .5 L .3 .66 L .4 .2 L .56 .52 L .7 .34 L .82 .7 L .96 .94 Z M .3 .78 L .44 .78 L "
        ".44 .88 L .3 .88 Z M .56 .74 L .7 .74 L .7 .84 L .56 .84 Z",
        "bridge-line": "M .02 .2 L .16 .36 L .84 .36 L .98 .2 M .02 .84 L .16 .68 L .84 .68 L .98 .84",
        "no-bridge-line": "M .02 .2 L .16 .36 L .36 .36 M .64 .36 L .84 .36 L .98 .2 M .02 .84 L .16 .68 L .36 .68 M "
        ".64 .68 L .84 .68 L .98 .84 M .4 .9 L .48 .56 L .52 .48 L .6 .14",
        "no-road-line": "M .04 .96 L .3 .04 M .96 .96 L .7 .04 M .5 .96 L .5 .78 M .5 .22 L .5 .04 M .26 .36 L .74 .64 "
        "M .74 .36 L .26 .64",
        "crane-line": "M .2 .98 L .2 .06 L .96 .06 M .04 .98 L .4 .98 M .2 .3 L .46 .06 M .82 .06 L .82 .42 M .7 .42 L "
        ".94 .42 L .94 .62 L .7 .62 Z",
        "encircled-line": "O .04 .04 .92 .92 M .5 .04 L .5 .22 M .5 .78 L .5 .96 M .04 .5 L .22 .5 M .78 .5 L .96 .5 M "
        ".38 .38 L .62 .38 L .62 .62 L .38 .62 Z",
        "hourglass": "M .12 .02 L .88 .02 L .88 .12 L .56 .5 L .88 .88 L .88 .98 L .12 .98 L .12 .88 L .44 .5 L .12 .12 Z",
        "fast-line": "M .08 .14 L .44 .5 L .08 .86 M .52 .14 L .88 .5 L .52 .86",
        "stop": "M .3 .02 L .7 .02 L .98 .3 L .98 .7 L .7 .98 L .3 .98 L .02 .7 L .02 .3 Z M .2 .42 L .8 .42 L .8 .58 "
        "L .2 .58 Z",
    }
)
"""The signs by name."""


def is_stroke(sign: str) -> bool:
    """Whether a sign is drawn as strokes and not filled."""
    return sign.endswith("-line")
