"""Files of the program's own that are wrong."""

from core.base.errors import CoreError
from core.model.issues import Issue


class BrokenFile(CoreError):
    """A file that is wrong; the text names every place."""

    def __init__(self, issues: tuple[Issue, ...]) -> None:
        super().__init__("\n".join(str(issue) for issue in issues))
        self.issues = issues
