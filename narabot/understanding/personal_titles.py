"""Words that accompany personal names: offices, ranks, forms of address, and suffixes. Pure."""

OFFICES = frozenset(
    """president vice ambassador minister premier chancellor consul secretary senator
    representative congressman congresswoman governor mayor general""".split()
)
"""Titles that are never surnames, so that they name an office when they occur alone."""

RANKS = frozenset(
    """judge justice chief gen colonel col major maj captain capt commander lieutenant lt sergeant
    sgt admiral adm private doctor dr professor prof reverend rev king queen emperor empress prince
    princess pope bishop father sir mr""".split()
)
"""Other titles."""

TITLES = OFFICES | RANKS
"""Words with a personal name that need not occur in the heading. `Mrs.` names another person."""

SUFFIXES = frozenset("jr sr ii iii iv".split())
"""Suffixes that distinguish father and son, and are often omitted."""

ABBREVIATED = TITLES | SUFFIXES | frozenset("st ft mt mrs ms no".split())
"""Abbreviations. A period after them does not end a sentence."""
