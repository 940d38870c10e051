"""The version of the installed program."""


def version() -> str:
    """The version, "0" when the program runs without having been installed."""
    from importlib import metadata

    try:
        return metadata.version("phaseline")
    except metadata.PackageNotFoundError:
        return "0"
