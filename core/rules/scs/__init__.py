"""Judging by the rules of the Standard Combat Series."""
