"""The Aircraft & Artillery Phase on the map [TCS 4.01 18.0-19.3, 24.6, 25.0-26.2].

batteries.py   which batteries fire, what they print, their ammunition, guns on the map  18.1-18.2, 24.6
placing.py     missions placed: observers, ammunition, what bars them                    18.1-18.6, 26.0-26.2
adjusting.py   missions adjusted: no shoot, scatter over the map, rockets                18.7, 18.6c, 19.1b
continuing.py  whether continuous fire goes on after overwatch                           18.10b, 24.6f
reacting.py    what targets do before missions are executed                              18.8a, 18.9d
barrages.py    what barrages do to a hex: all together, and each at every point target   18.3, 18.5-18.9
execution.py   how far the execution of missions has come                                18.3
executing.py   missions executed hex by hex, then morale; barrages at those who move     18.3, 18.8-18.10
flying.py      sorties on the map, and AA guns that meet them                            25.0-25.2
questions.py   the questions of the Aircraft & Artillery Phase on the map                2.0, 18-19, 24.6, 25-26
"""
