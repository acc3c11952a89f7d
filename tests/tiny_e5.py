"""A packed E5 model of a few kilobytes with random weights, and a reader based on the model."""

import struct
from pathlib import Path

import numpy as np

from narabot.embedding.bert import Array
from narabot.embedding.packed_e5 import BLOCK, EMBEDDINGS, MAGIC, PARTS, PackedE5
from narabot.reading.weights import FROZEN_LAYERS, HEADS, save_reader

HIDDEN, LAYERS, HEADS_OF_ATTENTION, INNER, POSITIONS = 32, FROZEN_LAYERS + 1, 2, 64, 300

LETTERS = (
    "abcdefghijklmnopqrstuvwxyz0123456789.,:;|?!-'()/ABCDEFGHIJKLMNOPQRSTUVWXYZабвгдежзиклмнопрстуя"
)
PIECES = ("<s>", "<pad>", "</s>", "<unk>", "▁", *LETTERS, *(f"▁{sign}" for sign in LETTERS))


def packed(weights: Array) -> bytes:
    """Return 4-bit weights in the format that `e5.c` reads."""
    content = b""
    for block in weights.reshape(-1, BLOCK):
        scale = np.float16(np.abs(block).max() / 7 or 1)
        numbers = np.clip(np.rint(block / np.float32(scale)) + 8, 0, 15).astype(np.uint8)
        content += scale.tobytes() + (numbers[:16] | numbers[16:] << 4).tobytes()
    return content


def tensors(seed: int) -> dict[str, Array]:
    """Return random tensors, keyed by their names in a packed file."""
    rng = np.random.default_rng(seed)
    made: dict[str, Array] = {"emb.word": random(rng, len(PIECES), HIDDEN)}
    made["emb.pos"], made["emb.type"] = random(rng, POSITIONS, HIDDEN), random(rng, 2, HIDDEN)
    made["emb.ln.w"], made["emb.ln.b"] = np.ones(HIDDEN, np.float32), random(rng, HIDDEN)
    assert {name for name in made if name != "emb.word"} == set(EMBEDDINGS)
    for layer in range(LAYERS):
        for part in PARTS:
            rows, columns = {"fi": (INNER, HIDDEN), "fo": (HIDDEN, INNER)}.get(
                part, (HIDDEN, HIDDEN)
            )
            is_norm = part.endswith("ln")
            weight = np.ones(HIDDEN, np.float32) if is_norm else random(rng, rows, columns)
            made[f"l{layer}.{part}.w"] = weight
            made[f"l{layer}.{part}.b"] = random(rng, rows)
    return made


def random(rng: np.random.Generator, *shape: int) -> Array:
    """Return small random numbers."""
    return (rng.standard_normal(shape) * 0.2).astype(np.float32)


def save_packed_e5(path: Path, seed: int = 0) -> Path:
    """Write a packed E5 model, and return the file's path."""
    blob = [piece.encode() for piece in PIECES]
    ends = np.cumsum([0, *map(len, blob)]).astype("<u4")
    scores = np.array([0, 0, 0, 0, *(-1.0 - len(piece) for piece in PIECES[4:])], dtype="<f4")
    head = MAGIC + struct.pack("<I", 1)
    head += struct.pack("<7i", HIDDEN, LAYERS, HEADS_OF_ATTENTION, INNER, len(PIECES), POSITIONS, 2)
    head += struct.pack("<fi", 1e-12, BLOCK) + struct.pack("<5i", len(PIECES), 0, 2, 1, 3)
    head += struct.pack("<Q", int(ends[-1])) + ends.tobytes() + scores.tobytes() + b"".join(blob)
    head += struct.pack("<iI", 0, 0)
    path.write_bytes(head + directory(len(head), tensors(seed)))
    return path


def directory(begin: int, made: dict[str, Array]) -> bytes:
    """Return the tensor directory and the tensors, for a file whose header has this many bytes."""
    contents = {
        name: packed(array) if is_packed(name) else array.astype("<f4").tobytes()
        for name, array in made.items()
    }
    place = begin + 4 + sum(2 + len(name) + 1 + 4 + 8 + 8 for name in contents)
    listed = struct.pack("<i", len(contents))
    for name, content in contents.items():
        listed += struct.pack("<H", len(name)) + name.encode()
        count = made[name].size
        listed += struct.pack("<BIQQ", int(is_packed(name)), count, place, len(content))
        place += len(content)
    return listed + b"".join(contents.values())


def is_packed(name: str) -> bool:
    """Return whether a tensor is stored in 4 bits: word embeddings and weight matrices."""
    return name == "emb.word" or (name.endswith(".w") and not name.endswith("ln.w"))


def save_tiny_reader(path: Path, base: PackedE5, seed: int = 1) -> Path:
    """Write a reader with random weights, based on a tiny model, and return the file's path."""
    rng = np.random.default_rng(seed)
    own = {
        name: array
        for name, array in base.bert_tensors().items()
        if name.startswith(tuple(f"encoder.layer.{layer}." for layer in range(FROZEN_LAYERS, 99)))
    }
    for head, outputs in HEADS.items():
        own[f"{head}.weight"], own[f"{head}.bias"] = (
            random(rng, outputs, HIDDEN),
            random(rng, outputs),
        )
    save_reader(path, own, base, "tiny", {})
    return path
