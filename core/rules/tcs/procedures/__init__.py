"""What the text decides over circumstances that are stated, with its tables and dice; on the map the same functions are
asked, with circumstances that are found there.

fire.py         area fire: strength, shifts, the table                            9-11, 13
area_shifts.py  the shifts of area fire                                           11.0-11.3
point_fire.py   point fire: rolls at point targets                                12.0-12.2, 14.0
at_roll.py      AT rolls                                                          16.0
artillery.py    strengths, adjustment and execution of missions                   18.0
ammunition.py   under which words sides count it, and how it is struck off        18.2, 24.6c
missions.py     what markers on the map say of missions, and back                 18.3-18.7, 19.3
sorties.py      sorties of aircraft, and flak                                     25.0-25.2
morale.py       morale checks, battalion and vehicle morale                       17.0-17.8
losses.py       steps lost, and who may bear them                                 10.0
tracks.py       what steps lost do to a track                                     17.8a, 17.8e
formations.py   vehicle morale tracks                                             17.8
assault.py      assault and overrun in numbers                                    22.0, 23.0
minefields.py   mines: where they are laid, what they do, breaches                21.0-21.3
dangers.py      attack zones, mines, breaches                                     18.5, 21.0
carriers.py     what carrying, mounting and towing cost                           24.0-24.2
destroyed.py    what units that are lost count for, and the morale of formations  10.0c, 17.1, 17.8, 24.1d
dropping.py     who fails its vehicle morale leaves the sheets in force           6.11b, 17.8c
"""
