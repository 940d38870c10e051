"""Counters, cards and op sheets on paper.

counters.py asks: kinds.py for the kind, pieces.py what of it, paper.py how; op_sheets.py asks for op sheets; preview.py shows
each page; order.py is what a printer gets of either
"""
