"""Judging by the rules of the Battalion Combat Series."""
