"""Compare embedding backends by speed and by their agreement with fp32.

    python -m benchmarks.embedding ../shared/data

The benchmark uses the texts that ingest would embed. "Long chunks" are consecutive texts that are
joined until they have about 200 tokens, the length of a long description. "Chunks as they are" are
the original texts. The first row shows the default method of sentence-transformers (fp32, batches
of 32). Each round runs all methods. Agreement is the share of the 10 nearest neighbors (exact
search) of 200 other chunks that fp32 also finds. Agreement is measured once for each backend and
precision.

The script exits with 1 if narabot's default method misses a requirement: at least 2.2 times the
speed of the first row on long chunks, and an agreement of at least 0.985.
"""

import argparse
import os
import platform
import random
import statistics
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from ingest.parse.catalog_line import read_line
from ingest.parse.chunk import Chunker
from ingest.parse.record import parse_record
from ingest.read.lines import read_lines
from ingest.read.sources import find_sources
from narabot.embedding import Embeddings, Vectors, open_embeddings
from narabot.embedding.choice import PRECISIONS, choose_options
from narabot.embedding.openvino_backend import cpu_has_bf16
from narabot.embedding.torch_backend import load_model
from narabot.embedding.weights import model_folder
from narabot.errors import MalformedRecordError
from narabot.settings import Settings

CHUNKS, QUERIES, NEIGHBORS = 2000, 200, 10
LONG_TOKENS = 205
BATCH_SIZES = (8, 16, 32)
LEAST_RATIO, LEAST_AGREEMENT = 2.2, 0.985


@dataclass
class Method:
    """An embedding method and its measurements."""

    name: str
    embed: Any
    is_chosen: bool = False
    long_rates: list[float] = field(default_factory=list)
    short_rates: list[float] = field(default_factory=list)
    agreement: float = 1.0


def main() -> None:
    """Measure and print all methods, and check the default method."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("paths", nargs="*", type=Path, default=[Path("../shared/data")])
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--timed", type=int, default=200, help="number of long chunks per round")
    options = parser.parse_args()
    settings = Settings(embedding_device="cpu")
    ours = open_embeddings(settings)
    texts = embedding_texts(ours, options.paths)
    long = join_texts(ours, texts)
    random.Random(4).shuffle(long)
    short = random.Random(4).sample(texts, min(len(texts), 3 * options.timed))
    methods = [sentence_transformers(settings), *available_methods(settings)]
    for _ in range(options.rounds):
        for method in methods:
            method.long_rates.append(texts_per_second(method, long[: options.timed]))
            method.short_rates.append(texts_per_second(method, short))
    measure_agreement(methods, long[: CHUNKS + QUERIES])
    report(ours, methods, long, short)
    check_default(methods)


def embedding_texts(ours: Embeddings, paths: Sequence[Path]) -> list[str]:
    """Return the distinct texts that ingest would embed."""
    chunker = Chunker(ours.tokenizer, ours.max_tokens, 16)
    found: dict[str, None] = {}
    for source in find_sources(paths):
        for line in read_lines(source):
            try:
                read = read_line(line.content or b"", source.file_name, line.number)
                record = parse_record(read, 200_000)
            except MalformedRecordError:
                continue
            chunks = chunker.chunks(record.text)
            found |= dict.fromkeys(chunker.embedding_texts(record.name, chunks))
    return list(found)


def join_texts(ours: Embeddings, texts: Sequence[str]) -> list[str]:
    """Return consecutive texts, joined into texts of about LONG_TOKENS tokens each."""
    found: list[str] = []
    parts: list[str] = []
    tokens = 0
    for text in texts:
        length = token_count(ours, text)
        if parts and tokens + length > LONG_TOKENS:
            found.append("\n".join(parts))
            parts, tokens = [], 0
        parts.append(text)
        tokens += length
    return found


def token_count(ours: Embeddings, text: str) -> int:
    """Return the number of tokens in a text, capped at the model's maximum."""
    return min(len(ours.tokenizer(text, truncation=False)["input_ids"]), ours.max_tokens)


def sentence_transformers(settings: Settings) -> Method:
    """Return the default method of sentence-transformers."""
    model = load_model(model_folder(settings), "cpu", "fp32")

    def embed(texts: list[str]) -> Vectors:
        found: Vectors = model.encode(texts, normalize_embeddings=True, show_progress_bar=False)
        return found

    return Method("sentence-transformers fp32, 32", embed)


def available_methods(settings: Settings) -> Iterator[Method]:
    """Yield every method that narabot offers on this CPU, including the default."""
    default = choose_options(settings)
    for backend, precisions in PRECISIONS.items():
        for precision in precisions:
            if precision == "fp16" or (precision == "bf16" and not cpu_has_bf16()):
                continue  # torch has no real fp16 on a CPU
            for batch_size in BATCH_SIZES:
                values = {
                    "embedding_backend": backend,
                    "embedding_precision": precision,
                    "embedding_batch_size": batch_size,
                }
                embeddings = open_embeddings(settings.model_copy(update=values))
                options = choose_options(settings.model_copy(update=values))
                name = f"{backend} {precision}, {batch_size}"
                yield Method(name, embeddings.embed_array, is_chosen=options == default)


def texts_per_second(method: Method, texts: Sequence[str]) -> float:
    """Return how many texts a method embeds per second."""
    started = time.perf_counter()
    method.embed(list(texts))
    return len(texts) / (time.perf_counter() - started)


def measure_agreement(methods: Sequence[Method], texts: Sequence[str]) -> None:
    """Set the share of nearest neighbors that each method and the first method have in common."""
    expected = nearest(methods[0], texts)
    measured: dict[str, float] = {}
    for method in sorted(methods[1:], key=lambda method: not method.is_chosen):
        backend = method.name.split(",")[0]
        if backend not in measured:
            pairs = zip(expected, nearest(method, texts), strict=True)
            measured[backend] = statistics.mean(len(a & b) / NEIGHBORS for a, b in pairs)
        method.agreement = measured[backend]


def nearest(method: Method, texts: Sequence[str]) -> list[set[int]]:
    """Return the nearest neighbors of the last QUERIES texts among all earlier texts."""
    vectors = np.asarray(method.embed(list(texts)))
    scores = vectors[-QUERIES:] @ vectors[:-QUERIES].T
    order = np.argsort(-scores, kind="stable")
    return [set(row[:NEIGHBORS].tolist()) for row in order]


def report(ours: Embeddings, methods: Sequence[Method], long: list[str], short: list[str]) -> None:
    """Print the machine, the texts, and a row for each method."""
    means = [statistics.mean(token_count(ours, text) for text in part) for part in (long, short)]
    print(f"{cpu_name()}, {os.cpu_count()} cores; default: {ours.identity}")
    print(
        f"Medians of {len(methods[0].long_rates)} rounds. Long chunks: {means[0]:.0f} tokens on "
        f"average; chunks as they are: {means[1]:.0f}. Agreement on {CHUNKS:,} long chunks.\n"
    )
    print(
        "| backend, precision, batch | long, chunks/s | ratio | as they are, chunks/s | ratio |"
        " agreement |"
    )
    print("| --- | --- | --- | --- | --- | --- |")
    for method in methods:
        long_rate, short_rate = (
            statistics.median(method.long_rates),
            statistics.median(method.short_rates),
        )
        print(
            f"| {method.name}{' (default)' if method.is_chosen else ''} | {long_rate:.0f} | "
            f"{long_ratio(method, methods[0]):.2f} | {short_rate:.0f} | "
            f"{short_rate / statistics.median(methods[0].short_rates):.2f} | "
            f"{method.agreement:.4f} |"
        )


def long_ratio(method: Method, first: Method) -> float:
    """Return the median speed on long chunks, relative to the first method."""
    return statistics.median(
        ours / theirs for ours, theirs in zip(method.long_rates, first.long_rates, strict=True)
    )


def check_default(methods: Sequence[Method]) -> None:
    """Exit with 1 if the default method is too slow or its agreement is too low."""
    default = next(method for method in methods if method.is_chosen)
    ratio = long_ratio(default, methods[0])
    if ratio < LEAST_RATIO or default.agreement < LEAST_AGREEMENT:
        sys.exit(
            f"\nThe default misses the requirements: speed ratio {ratio:.2f} "
            f"(at least {LEAST_RATIO}), agreement {default.agreement:.4f} "
            f"(at least {LEAST_AGREEMENT})."
        )


def cpu_name() -> str:
    """Return the model name of the CPU."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
        return next(line.split(":")[1].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.machine()


if __name__ == "__main__":
    main()
