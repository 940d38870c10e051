"""Fires over the map, as procedures that lead on: actions, overwatch, smoke [TCS 4.01 9.0-16.1, 24.3-24.6].

Where data flows::

    fire.at ──> losses.at ──> morale.at ──> syr.at
       └──> fire.after ──> overwatch.fire of the other side ──> losses.at and so on

spotted_enemies.py  the enemies that a stack spots                                         7.1
who_spots.py        who spots whom from hex to hex, asked                                  7.0, 7.1, 26.2
firing.py           fire at a hex of the map: who may take part, and what it comes to      7.1, 9-14, 16
volleys.py          the parts of a fire: at the area, at points, guns at points, AT rolls  11.0, 12.0, 16.0, 24.5
picture.py          what a fire may do at one glance, morale with it                       10.0e-g, 17.0-17.2
questions.py        the questions about fires on the map
aftermath.py        what comes after fires: losses, morale, Fired markers, triggers        10.0, 13.1, 14.1, 16.1
smoking.py          smoke and light of mortars and infantry guns                           19.3c, 24.3c, 24.5a, 26.2
battery_fires.py    what guns on the map spend that fire direct                            24.6c
triggers.py         triggers of overwatch on the map, and who could answer them            7.1, 15.1-15.3
answering.py        the stack that answers a trigger: its fire, and what is asked then     15.0-15.3
"""
