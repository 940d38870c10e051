"""Judging by the rules of the Victory in the West style series VCS."""
