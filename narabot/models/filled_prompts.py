"""Prompts for a language model, each with the hash of its template."""

from typing import Self


class FilledPrompt(str):
    """The text of a filled prompt, with the hash of its template.

    The hash does not cover the values, so a trace with the hash reveals nothing about the request
    or the records.
    """

    __slots__ = ("hash",)

    hash: str
    """The first eight hexadecimal digits of the SHA-256 of the template's text."""

    def __new__(cls, text: str, prompt_hash: str) -> Self:
        """Return a prompt with the hash of its template."""
        filled = super().__new__(cls, text)
        filled.hash = prompt_hash
        return filled
