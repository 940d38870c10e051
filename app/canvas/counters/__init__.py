"""Counters between the washes of the ground and the lines that tools lay over it.

stacks.py   what of a stack is seen, and where;  off_map.py  the boxes beside the map
tiled.py    both as tiles;  items.py  the item of the scene, with outlines of what is selected;  hand.py  what is carried
layer.py    what tools and panels ask;  print.py  puts the same stacks into files
"""
