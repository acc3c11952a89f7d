"""Cut a record's text into chunks that the embedding model reads whole.

Sizes are tokens of the model. Each chunk is embedded with its record's name in front, so that a
continuation is found by what it is about; the stored text is without it.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from langchain_text_splitters import RecursiveCharacterTextSplitter, TextSplitter

NAME_TOKENS = 64
"""The most tokens of a record's name that stand in front of a chunk."""

SPECIAL_TOKENS = 4
"""Room for the tokens that the model adds, and for the line end behind the name."""

SEPARATORS = ["\n\n", "\n", ". ", "? ", "! ", "; ", " ", ""]
"""Where a text is cut: paragraphs, lines, sentences, words, and letters if need be."""


@dataclass(frozen=True)
class Chunker:
    """Cuts texts for one embedding model."""

    tokenizer: Any
    max_tokens: int
    overlap_tokens: int

    @cached_property
    def chunk_tokens(self) -> int:
        """The most tokens of a chunk's own text."""
        return max(self.max_tokens - min(NAME_TOKENS, self.max_tokens // 4) - SPECIAL_TOKENS, 8)

    @cached_property
    def splitter(self) -> TextSplitter:
        """The splitter; it keeps every character."""
        return RecursiveCharacterTextSplitter.from_huggingface_tokenizer(
            self.tokenizer,
            chunk_size=self.chunk_tokens,
            chunk_overlap=min(self.overlap_tokens, self.chunk_tokens // 4),
            separators=SEPARATORS,
            keep_separator="end",
            strip_whitespace=False,
        )

    def chunks(self, text: str) -> list[str]:
        """Return the text's chunks in reading order; nothing but white space is lost."""
        if len(self.tokenizer.tokenize(text)) <= self.chunk_tokens:
            return [text]
        return [chunk for chunk in self.splitter.split_text(text) if chunk.strip()]

    def embedding_texts(self, name: str | None, chunks: list[str]) -> list[str]:
        """Return what is embedded: the chunks, from the second on with the record's name.

        The first begins with the name by itself. Raises AssertionError if the model would
        silently read less than a whole text.
        """
        front = f"{self.cut_name(name)}\n" if name else ""
        texts = [*chunks[:1], *(front + chunk for chunk in chunks[1:])]
        for text in texts:
            length = len(self.tokenizer(text, truncation=False)["input_ids"])
            if length > self.max_tokens:
                raise AssertionError(
                    f"{length} tokens to embed, but the model reads {self.max_tokens}"
                )
        return texts

    def cut_name(self, name: str) -> str:
        """Return as much of a name as may stand in front of a chunk."""
        limit = min(NAME_TOKENS, self.max_tokens // 4)
        offsets = self.tokenizer(
            name, add_special_tokens=False, truncation=False, return_offsets_mapping=True
        )["offset_mapping"]
        return name if len(offsets) <= limit else name[: offsets[limit - 1][1]]
