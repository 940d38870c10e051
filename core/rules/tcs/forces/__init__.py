"""Counters as the rules of TCS see them: kinds, steps, modes, ways to move, and who carries whom [TCS 4.01 3.0-5.2, 24.0].

units.py     what procedures know of a unit: kind, posture, steps, state
counters.py  real counters as units: kinds, steps, modes, what carries what          3.1-3.4, 4.0, 24.1-24.2
walking.py   how units move by themselves: on foot, by hand, with their own carrier  20.0f, 20.1c, 24.2
modes.py     pieces as they lie in a mode
mounting.py  who in a hex may carry or tow a unit, who begins on what cannot         24.1
stacking.py  the steps that count in a hex                                           5.0-5.2
limits.py    what stands above the limits, and is destroyed                          5.0-5.1
forms.py     how units are written in questions
strength.py  what a unit fires with, by its kind                                     24.3-24.6
"""
