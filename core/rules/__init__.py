"""How series judge: the shared form in `kernel`, one package per series, found through `registry`."""
