"""Cut a question and a text into the tokens that the reader reads.

A pair is `<s> question </s> </s> text </s>`. The end of a line, which tells one field of a record
from the next, is said as ` | `, since the tokenizer knows no line ends.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tokenizers import Tokenizer

    from narabot.embedding.packed_e5 import PackedE5

LONGEST_QUESTION = 128
"""Tokens; what is behind them is not read."""

FIRST, LAST = 0, 2
"""The tokens before and behind."""


@dataclass(frozen=True, slots=True)
class Cut:
    """A text in tokens, without those before and behind."""

    ids: Sequence[int]
    offsets: Sequence[tuple[int, int]]
    """Characters of each token."""


@dataclass(frozen=True, slots=True)
class Pair:
    """What the reader reads at once."""

    ids: tuple[int, ...]
    text_at: int
    """Where the tokens of the text begin."""


def reading_tokenizer(base: "PackedE5") -> "Tokenizer":
    """Return the base's tokenizer, which also tells the ends of lines."""
    from tokenizers import normalizers

    made = base.tokenizer()
    made.normalizer = normalizers.Sequence([normalizers.Replace("\n", " | "), made.normalizer])
    return made


def cut_all(tokenizer: "Tokenizer", texts: Sequence[str]) -> list[Cut]:
    """Return texts in tokens."""
    found = tokenizer.encode_batch(list(texts), add_special_tokens=False)
    return [Cut(one.ids, one.offsets) for one in found]


def paired(question: Sequence[int], text: Sequence[int]) -> Pair:
    """Return the tokens of a question and of a text as one."""
    front = (FIRST, *question[:LONGEST_QUESTION], LAST, LAST)
    return Pair((*front, *text, LAST), len(front))
