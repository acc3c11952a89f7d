"""What all shapes have in common."""

from msgspec import Struct


class Shape(Struct, frozen=True, rename="camel", omit_defaults=True):
    """A part of what is kept; what has its default is left out of the JSON."""
