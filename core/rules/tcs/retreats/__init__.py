"""Retreats and recovery on the map [TCS 4.01 15.2h, 17.4, 17.7].

retreat_party.py   who retreats and who stays              15.2h, 17.4
retreat_routes.py  ways ranked by the fire that they draw  17.4f-i
retreat_ways.py    the legal ways of a retreat             17.4b-e
retreating.py      a retreat as it is gone                 17.4
recovering.py      recovery of stacks                      17.7
"""
