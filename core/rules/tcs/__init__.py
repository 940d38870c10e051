"""TCS 4.01: what elevations, lines of sight, fields of view and cross fires mean under its rules.

methods.py    the methods of 8.2, 8.4 and 8.5 as settings of the height model in `core.analysis.elevation`
elevation.py  the height of a hex or point, and why                                   8.2, 8.4, 8.5b, 8.5c
los.py        whether one hex sees another: every point of contention with its margin 7.0, 8.0-8.5, 19.1
field.py      all hexes seen from one; the fast path, proven equal to `los`           7.0, 8.0-8.5, 19.1
crossfire.py  twelve rays, pairs of firers, and the hexes that would complete a pair  11.4
walking.py    how units move by themselves: on foot, by hand, with their own carrier     20.0f, 20.1c, 24.2
going.py      movement on the map: modes, carriers, impulses, contour lines, smoke, mines    4.1, 20.0-20.2, 24.1-24.2
cover.py      combat classes of hexes, of hexsides that fire passes, of what is crossed     9.3, 15.2c, 20.1i
watching.py   who could fire at units on their way, with the best shot of each stack    7.1, 15.0-15.3, 24.3
firing.py     fire at a hex of the map: who may take part, and what it comes to         7.1, 9-14, 16
volleys.py    the parts of a fire: at the area, at points, guns at points, AT rolls       11.0, 12.0, 16.0, 24.5
triggers.py   triggers of overwatch on the map, and who could answer them               7.1, 15.1-15.3
answering.py  the stack that answers a trigger: its fire, and what is asked then          15.0-15.3
aftermath.py  what comes after fires: losses, morale, Fired markers, triggers            10.0, 13.1, 14.1, 16.1
smoking.py    smoke and light of mortars and infantry guns                            19.3c, 24.3c, 24.5a, 26.2
acted.py      what units have done in the phase, and what that bars                     13.1, 14.1, 15.3i, 16.1g, 24.3b
battery_fires.py  what guns on the map spend that fire direct                             24.6c
fires.py      the questions about fires on the map
missions.py   what markers on the map say of missions, and back                          18.3-18.7, 19.3
batteries.py  which batteries fire, what they print, their ammunition, guns on the map  18.1-18.2, 24.6
placing.py    missions placed: observers, ammunition, what bars them                    18.1-18.6, 26.0-26.2
adjusting.py  missions adjusted: no shoot, scatter over the map, rockets                18.7, 18.6c, 19.1b
reacting.py   what targets do before missions are executed                             18.8a, 18.9d
barrages.py   what barrages do to a hex: all together, and each at every point target    18.3, 18.5-18.9
executing.py  missions executed hex by hex, then morale; barrages at those who move     18.3, 18.8-18.10
flying.py     sorties on the map, and AA guns that meet them                            25.0-25.2
artillery_questions.py  the questions of the Aircraft & Artillery Phase on the map     2.0, 18-19, 24.6, 25-26
acting.py     what units can do now, and why not the rest                              4.0-4.2, 9.1, 13-17, 20-24
counters.py   real counters as units: kinds, steps, modes, what carries what             3.1-3.4, 4.0, 24.1-24.2
mounting.py   who in a hex may carry or tow a unit, who begins on what cannot           24.1
stacking.py   the steps that count in a hex                                            5.0-5.2
standing.py   what op sheets make of units, and where those without orders gather       6.3, 6.6, 6.10-6.14
by_orders.py  what follows from orders for fires, assaults, morale, recovery            6.3a-b, 13.1c, 14.1i, 17.1e
unit_orders.py  orders of units, asked, and reinforcements without any                 6.3, 6.13e, 27.2b
preparing.py  the size of sheets, what they gain, what must be rolled and when                 6.9, 6.13-6.14
sheet_checks.py  groups, reserves, alternates and rally points of sheets, checked                6.6-6.7, 6.12, 6.14
sheet_questions.py  op sheets of a game, asked                                        6.9, 6.14
order_steps.py  what is done with sheets as play goes on, as edits                             6.8-6.16
sheet_sets.py   several sets of sheets, of which one is drawn                                 27.3
timing.py       the phases in which that is done                                                2.0, 6.11
sheet_steps.py  what can be done with sheets now, proposed                             6.9-6.11, 6.14
set_up.py     closed terrain, entries that shift, who sets up first                    20.1f, 27.0
entering.py   reinforcements in column, and those that may not wait                       27.2c, 27.2f
op_sheets.py  op sheets and mines before play, checked                                 6.5-6.12, 21.1, 27.1f
dropping.py   who fails its vehicle morale leaves the sheets in force                  6.11b, 17.8c
formations.py vehicle morale tracks                                                    17.8
tracks.py     what steps lost do to a track                                            17.8a, 17.8e
allocating.py ways to share steps out, the best first                                  10.0e-h
losing.py     losses in a hex of the map, as both sides choose them                    10.0, 12.2e, 16.1c, 24.1d-e, 24.2a
checking.py   who of a stack checks morale for it                                      17.0a, 17.2a
stack_morale.py  morale checks on the map, and what results do to units                17.0, 17.2-17.6, 22.0c
formation_morale.py  vehicle morale in play, recovery on the hour                      17.1d-e, 17.8, 22.0k, 26.1d
forecast.py   what an area fire does to a stack, steps and morale together         10.0-17.6
destroyed.py  what units that are lost count for, and the morale of formations          10.0c, 17.1, 17.8, 24.1d
audit.py      what is looked after at the end of phases: where moves end, recovery       6.3c, 6.16, 17.7
details.py    what each ruling carries beyond its head
"""
