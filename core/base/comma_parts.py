"""Lists as people write them: with commas between."""


def comma_parts(text: str) -> tuple[str, ...]:
    """What stands between the commas of a text, without the gaps around it; nothing where nothing stands.

    >>> comma_parts("a, b c,,"), comma_parts("")
    (('a', 'b c'), ())
    """
    return tuple(part for each in text.split(",") if (part := each.strip()))
