"""What files of maps may measure: numbers that the dialog needs before anything is drawn."""

MM_PER_INCH = 25.4

LONGEST_SIDE = 200_000
"""Pixels of a PNG along one side; few programs open larger ones."""

LEAST_DPI, MOST_DPI = 10, 2400
LEAST_HEX_MM, MOST_HEX_MM = 2.0, 200.0
"""Between hex centres on paper."""

SCREEN_DPI = 96.0
"""Pixels to the inch of a screen at normal density; decides how much detail a map of a given size on paper shows."""
