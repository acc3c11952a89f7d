"""What a language model is sent, which knows the file that it was made of."""

from typing import Self


class FilledPrompt(str):
    """The text of a prompt with its values, and the hash of the prompt's file, never of the values.

    A trace tells the hash, and so nothing of what was asked or read.
    """

    __slots__ = ("hash",)

    hash: str
    """The first eight hex digits of the SHA-256 of the file's text."""

    def __new__(cls, text: str, prompt_hash: str) -> Self:
        """Return the text with the hash of its prompt."""
        filled = super().__new__(cls, text)
        filled.hash = prompt_hash
        return filled
