"""Counters and cards on paper: counters.py asks, pieces.py says what, paper.py how, preview.py shows each page."""
