"""Whether an embedding model reads a text's language, by how its tokenizer cuts it."""

from typing import Any

MOST_PIECES = 0.6
"""A letter. A vocabulary that has words of a language needs 0.2 to 0.4, one that only knows its
letters about 1."""


def reads(tokenizer: Any, text: str) -> bool:
    """Return whether a tokenizer, one of transformers', has words of a text's language."""
    pieces = tokenizer.tokenize(text)
    letters = sum(sign.isalpha() for sign in text)
    return tokenizer.unk_token not in pieces and len(pieces) <= MOST_PIECES * letters
