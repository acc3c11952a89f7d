"""In which language a text is, for programs that read it aloud. Pure.

The page is in English; of a text that somebody else has written, only the script is known.
"""

from narabot.words import CYRILLIC

RUSSIAN = "ru"


def language_of(text: str) -> str | None:
    """Return the language of a text if it is not that of the page: one mostly in Cyrillic."""
    letters = sum(map(str.isalpha, text))
    return RUSSIAN if 2 * len(CYRILLIC.findall(text)) > letters else None
