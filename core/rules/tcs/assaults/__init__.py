"""Assaults, overruns, mines and breaches on the map [TCS 4.01 21.0-23.0].

assault_fires.py   the fires of a round                                        22.0f-g
assault_rounds.py  the rounds of an assault                                    22.0e-i
assault_start.py   who assaults, final overwatch, entry                        22.0a-d, 23.0a-d
assaulting.py      the questions about assaults and overruns on the map        22.0, 23.0
close_combat.py    who stands in the hex, in whose terrain                     22.0, 23.0
closing_in.py      who may close in, and at what cost                          22.0a, 23.0a-b
under_way.py       how far an assault has come, as the state of play keeps it  22.0
breaching.py       breaches led from the declaration to the marker             21.3
crossing_mines.py  mines attack who enters them                                21.2
"""
