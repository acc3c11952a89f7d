"""How a quality report writes numbers and the catalogue's texts, whatever the format."""

from unicodedata import category

from ingest.quality.findings import Cell, Record

DIRECTION_CONTROLS = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""What turns the direction of all that follows, also of our own words."""

LONGEST_NAME = 200
LONGEST_DETAIL = 600

EXAMPLE = "example record"
"""Said of a record that was written for `sample/`: NARA has no page for it."""

MENTIONED_ONLY = "only mentioned"


def name_text(record: Record) -> str:
    """Return a record's title or heading."""
    return shortened(record.name or "", LONGEST_NAME) or "(no name)"


def place_text(record: Record) -> str:
    """Return where the record's line stands, or that it has none."""
    if record.is_mentioned_only:
        return MENTIONED_ONLY
    return shortened(record.place or "", LONGEST_DETAIL)


def is_example(record: Record) -> bool:
    """Whether the record is one of `sample/`."""
    return record.na_id is not None and record.page is None


def cell_text(cell: Cell) -> str:
    """Return a cell as a person reads it: `1,234`, `97.3%`, "–" where nothing is known."""
    match cell:
        case None:
            return "–"
        case float():
            return f"{cell:.1%}"
        case int():
            return f"{cell:,}"
    return cell


def is_number(cell: Cell) -> bool:
    """Whether a cell stands at the right of its column."""
    return not isinstance(cell, str)


def one_line(text: str) -> str:
    """Return a text on one line, without control characters and changes of direction."""
    shown = (" " if unwanted(sign) else sign for sign in text)
    return " ".join("".join(shown).split())


def unwanted(sign: str) -> bool:
    """Whether a character is none that a report can show."""
    return category(sign) in {"Cc", "Cs"} or sign in DIRECTION_CONTROLS


def shortened(text: str, longest: int) -> str:
    """Return a text on one line, cut where it is too long."""
    line = one_line(text)
    return line if len(line) <= longest else line[: longest - 1].rstrip() + "…"
