"""Counters and cards on paper.

counters.py asks: kinds.py for the kind, pieces.py what of it, paper.py how; preview.py shows each page
"""
