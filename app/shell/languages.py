"""The user's language: translations that lie beside the program or in the user's folder are put in force."""

from pathlib import Path

from PySide6.QtCore import QCoreApplication, QLocale, QStandardPaths, QTranslator

from core.files.resources import resources_folder

BASE, FOLDER = "phaseline", "translations"
"""Translations are called `phaseline_<language>.qm`, such as `phaseline_de.qm`, and lie in folders of this name."""


def use_language(application: QCoreApplication, locale: QLocale | None = None, folders: tuple[Path, ...] | None = None) -> int:
    """Puts the translations for a language in force, that of the system unless another is named; returns how many there were.

    Of a text in several the user's own translation holds. What none has stays English.
    """
    wanted = locale if locale is not None else QLocale.system()
    found = 0
    for folder in folders if folders is not None else translation_folders():
        translator = QTranslator(application)
        if folder.is_dir() and translator.load(wanted, BASE, "_", str(folder)):
            # The one installed last is asked first.
            application.installTranslator(translator)
            found += 1
    return found


def translation_folders() -> tuple[Path, ...]:
    """Where translations lie: those of the program, then those of the user."""
    own = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.GenericDataLocation)
    beside = resources_folder() / FOLDER
    return (beside, Path(own) / "phaseline" / FOLDER) if own else (beside,)
