"""Whether an embedding model reads a language, by how its tokenizer cuts it."""

from typing import Any

SAMPLES = {"ru": "Переписка министра иностранных дел с послом о границе и торговле"}
"""A few ordinary words of each language."""

MOST_PIECES = 0.6
"""A letter. A vocabulary that has words of a language needs 0.2 to 0.4, one that only knows its
letters about 1."""


def reads(tokenizer: Any, language: str) -> bool:
    """Return whether a tokenizer, one of transformers', has words of a language."""
    sample = SAMPLES[language]
    pieces = tokenizer.tokenize(sample)
    letters = sum(sign.isalpha() for sign in sample)
    return tokenizer.unk_token not in pieces and len(pieces) <= MOST_PIECES * letters
