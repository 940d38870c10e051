"""Counters between the map and what tools lay over it.

stacks.py  what of a stack is seen;  items.py  paints it from pixmaps kept by zoom
layer.py   what tools and panels ask;  print.py  puts the same stacks into files
"""
