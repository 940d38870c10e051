"""How boxes come from disk and go back to it, whoever else touches their files.

choosing.py   which box;  samples.py  those that ship with the program
saving.py     how the open box comes to disk, and what is asked before work could be lost
recovering.py unsaved work of earlier runs, the previous version;  disk_watch.py  what others do to the files
exchange.py   files of other programs;  exporter.py  maps and scans, written by processes of their own
"""
