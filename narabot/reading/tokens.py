"""Tokenize a question and a text for the models.

A pair is `<s> question </s> </s> text </s>`. The tokenizer has no token for line breaks, which
separate a record's fields. A line break is therefore encoded as ` | `.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tokenizers import Tokenizer

    from narabot.embedding.packed_e5 import PackedE5

MAX_QUESTION_TOKENS = 128
"""Maximum length of a question, in tokens. Later tokens are ignored."""

START_TOKEN, END_TOKEN = 0, 2
"""The start and end tokens."""


@dataclass(frozen=True, slots=True)
class TokenizedText:
    """The tokens of a text, without start and end tokens."""

    ids: Sequence[int]
    offsets: Sequence[tuple[int, int]]
    """Start and end of each token, in characters."""


@dataclass(frozen=True, slots=True)
class TokenPair:
    """The reader's input: the tokens of a question and a text."""

    ids: tuple[int, ...]
    text_at: int
    """Position of the text's first token."""


def reading_tokenizer(base: "PackedE5") -> "Tokenizer":
    """Return the base model's tokenizer, modified to encode line breaks."""
    from tokenizers import normalizers

    made = base.tokenizer()
    made.normalizer = normalizers.Sequence([normalizers.Replace("\n", " | "), made.normalizer])
    return made


def tokenize_all(tokenizer: "Tokenizer", texts: Sequence[str]) -> list[TokenizedText]:
    """Return the tokens of each text."""
    found = tokenizer.encode_batch(list(texts), add_special_tokens=False)
    return [TokenizedText(one.ids, one.offsets) for one in found]


def join_pair(question: Sequence[int], text: Sequence[int]) -> TokenPair:
    """Return the tokens of a question and a text as one sequence."""
    front = (START_TOKEN, *question[:MAX_QUESTION_TOKENS], END_TOKEN, END_TOKEN)
    return TokenPair((*front, *text, END_TOKEN), len(front))
