"""Judging by the rules of the new house rules of the Standard Combat Series."""
