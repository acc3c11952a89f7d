"""Words that accompany personal names: offices, ranks, forms of address, and suffixes.

This module has no side effects.
"""

OFFICES = frozenset(
    """president vice ambassador minister premier chancellor consul secretary senator
    representative congressman congresswoman governor mayor general""".split()
)
"""Titles that are never surnames, so they name an office when they occur alone."""

RANKS = frozenset(
    """judge justice chief gen colonel col major maj captain capt commander lieutenant lt sergeant
    sgt admiral adm private doctor dr professor prof reverend rev king queen emperor empress prince
    princess pope bishop father sir mr""".split()
)
"""Other titles, including ranks and forms of address."""

TITLES = OFFICES | RANKS
"""Words that may accompany a personal name but need not occur in the heading. `Mrs.` is excluded
because `Mrs. John Smith` is not John Smith."""

SUFFIXES = frozenset("jr sr ii iii iv".split())
"""Suffixes that distinguish a father from his son and are often omitted."""

ABBREVIATED = TITLES | SUFFIXES | frozenset("st ft mt mrs ms no".split())
"""Abbreviations. A period after them does not end a sentence."""
