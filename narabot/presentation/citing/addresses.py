"""Format the addresses that records give for reference units.

Every text is one line of plain text. Callers escape it.
"""

from collections.abc import Collection, Iterable, Mapping

from narabot.models import ReferenceUnit
from narabot.presentation.markdown import one_line
from narabot.presentation.strings import say


def known_addresses(units: Iterable[ReferenceUnit]) -> dict[str, str]:
    """Return a mapping from unit name to address. The first address for a name takes precedence."""
    known: dict[str, str] = {}
    for unit in units:
        if unit.address:
            known.setdefault(one_line(unit.name), one_line(unit.address))
    return known


def address(unit: str, known: Mapping[str, str]) -> str:
    """Return a unit's name and address."""
    if unit in known:
        return f"{unit}, {known[unit]}"
    return say("{unit} (NARA lists no address)", unit=unit)


def addresses(units: Collection[ReferenceUnit]) -> list[str]:
    """Return the name and address of each of a record's units."""
    known = known_addresses(units)
    return [address(one_line(unit.name), known) for unit in units]
