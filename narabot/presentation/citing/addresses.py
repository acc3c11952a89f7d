"""Whom to write to: the units that hold records, with the addresses that the records state. Pure.

Every text is one line of plain words; those who show it escape it.
"""

from collections.abc import Collection, Iterable, Mapping

from narabot.models import ReferenceUnit
from narabot.presentation.markdown import one_line
from narabot.presentation.strings import say


def known_addresses(units: Iterable[ReferenceUnit]) -> dict[str, str]:
    """Return the address of each unit by its name, of the first that states it."""
    known: dict[str, str] = {}
    for unit in units:
        if unit.address:
            known.setdefault(one_line(unit.name), one_line(unit.address))
    return known


def address(unit: str, known: Mapping[str, str]) -> str:
    """Return whom to write to, by the unit's name."""
    if unit in known:
        return f"{unit}, {known[unit]}"
    return say("{unit} (NARA states no address)", unit=unit)


def addresses(units: Collection[ReferenceUnit]) -> list[str]:
    """Return whom to write to of one record, each unit with its address."""
    known = known_addresses(units)
    return [address(one_line(unit.name), known) for unit in units]
