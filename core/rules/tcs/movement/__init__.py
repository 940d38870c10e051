"""Movement on the map, changes of mode and entries [TCS 4.01 4.1, 20.0-20.2, 27.2].

going.py     movement on the map: modes, carriers, impulses, contour lines, smoke, mines  4.1, 20.0-20.2, 24.1-24.2
changing.py  changes of mode, carriers and their price, on the map                        4.1, 20.2d, 24.1-24.2
stirring.py  what changes of mode and carriers have cost in the phase                    4.1, 20.2d, 24.1b
entering.py  what reinforcements pay, in column or not, and those that may not wait      27.2a, 27.2c, 27.2f
passing.py   ways gone in the phase with what is known to be paid for them               20.0d, 23.0h, 27.2a
"""
