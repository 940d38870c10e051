"""What fires do to a stack on the map: losses as both sides choose them, morale, and the morale of formations
[TCS 4.01 10.0, 17.0-17.8].

suffering.py         who in a hex can be hurt, and what bears its steps              10.0e-h, 11.1b, 24.1e, 24.2a
losing.py            losses in a hex of the map, as both sides choose them         10.0, 12.2e, 16.1c, 24.1d-e, 24.2a
allocating.py        ways to share steps out, the best first                       10.0e-h
forecast.py          what an area fire does to a stack, steps and morale together  10.0-17.6
checking.py          who of a stack checks morale for it                           17.0a, 17.2a
stack_morale.py      morale checks on the map, and what results do to units        17.0, 17.2-17.6, 22.0c
formation_morale.py  vehicle morale in play, recovery on the hour                  17.1d-e, 17.8, 22.0k, 26.1d
"""
