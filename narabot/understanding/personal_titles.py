"""Words beside a person's name: of offices, ranks and address, and what stands behind it. Pure."""

OFFICES = frozenset(
    """president vice ambassador minister premier chancellor consul secretary senator
    representative congressman congresswoman governor mayor general""".split()
)
"""Titles that are nobody's surname, so that they name an office where they stand alone."""

RANKS = frozenset(
    """judge justice chief gen colonel col major maj captain capt commander lieutenant lt sergeant
    sgt admiral adm private doctor dr professor prof reverend rev king queen emperor empress prince
    princess pope bishop father sir mr""".split()
)
"""Others."""

TITLES = OFFICES | RANKS
"""Words beside a person's name that need not stand in the heading. `Mrs.` names somebody else."""

SUFFIXES = frozenset("jr sr ii iii iv".split())
"""Behind a name: what tells father and son apart, and is often left out."""

ABBREVIATED = TITLES | SUFFIXES | frozenset("st ft mt mrs ms no".split())
"""A point behind these ends no sentence."""
