"""Fit the query adapter: `python -m training.queries DATA…`.

The encoder and the vectors of the catalog's texts stay unchanged. The script fits a linear layer
that moves the vector of each written question toward the chunks that answer the question and away
from all other chunks. The loss is a softmax over all chunks (Karpukhin et al., 2020, arXiv
2004.04906, with every chunk as a negative). Records reserved for validation are excluded. The
printed scores are for held-out records, one in eight. The result is written to ADAPTER_FILE in
`narabot/embedding`.
"""

import argparse
import random
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from safetensors.numpy import save_file
from torch import Tensor, nn
from torch.nn import functional

from benchmarks.catalog_chat import chat_over
from narabot.chat import Models
from narabot.embedding.query_adapter import ADAPTER_FILE, QueryAdapter
from narabot.graph import Graph
from training.catalog_records import read_catalog_texts
from training.written_examples import FOLDER, FOLLOW_UP, rows_of

RATE, DECAY, ROUNDS, BATCH = 3e-4, 0.1, 15, 128

INVERSE_TEMPERATURE = 50.0
"""Factor by which the cosines are multiplied before the softmax."""

HELD_OUT_ONE_IN = 8
"""One record in this many is held out."""

DEPTHS = (5, 10, 30)

CHUNKS = """MATCH (chunk:recordWithText) WHERE chunk.embedding IS NOT NULL
RETURN chunk.chunkId AS chunkId, chunk.naId AS naId, chunk.text AS text,
    chunk.embedding AS embedding
ORDER BY chunkId"""


@dataclass(frozen=True, slots=True)
class Chunks:
    """The chunks of the training records."""

    na_ids: Sequence[int]
    texts: Sequence[str]
    vectors: Tensor
    """Shape `(chunks, dimension)`."""


@dataclass(frozen=True, slots=True)
class Questions:
    """Written questions, with their vectors and the chunks that answer them."""

    kinds: Sequence[str]
    na_ids: Sequence[int]
    vectors: Tensor
    """Shape `(questions, dimension)`."""
    answering: Sequence[Sequence[int]]
    """Row numbers of the chunks that answer each question."""


class AdapterLayer(nn.Module):
    """A linear layer with a residual connection, initialized as the identity."""

    def __init__(self, dimension: int) -> None:
        """Initialize the weights and biases to zero."""
        super().__init__()
        self.linear = nn.Linear(dimension, dimension)
        nn.init.zeros_(self.linear.weight)
        nn.init.zeros_(self.linear.bias)

    def forward(self, vectors: Tensor) -> Tensor:
        """Return the adapted unit vectors."""
        return functional.normalize(vectors + self.linear(vectors), dim=-1)

    def adapter(self) -> QueryAdapter:
        """Return the fitted weights as a query adapter."""
        weight, bias = self.linear.weight.detach().numpy(), self.linear.bias.detach().numpy()
        return QueryAdapter(weight, bias)


def main() -> None:
    """Load the data, fit the adapter, print the scores, and write the adapter."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path, nargs="+")
    chosen = parser.parse_args()
    validation_ids = {
        one.na_id for one in read_catalog_texts(*chosen.data).values() if one.is_for_validation
    }
    with chat_over(*chosen.data) as chat:
        chunks = chunks_in(chat.retriever.graph, validation_ids)
    questions = embed_questions(chunks, chat.models)
    own_rows, left_out = split(questions)
    step = fit(questions, own_rows, chunks)
    print_scores(questions, left_out, chunks, step)
    write(fit(questions, [*own_rows, *left_out], chunks).adapter(), ADAPTER_FILE)


def chunks_in(graph: Graph, excluded: set[int]) -> Chunks:
    """Return the chunks in a graph, except the chunks of excluded records."""
    rows = [row for row in graph.read(CHUNKS) if row["naId"] not in excluded]
    return Chunks(
        [row["naId"] for row in rows],
        [row["text"] for row in rows],
        torch.tensor([row["embedding"] for row in rows], dtype=torch.float32),
    )


def embed_questions(chunks: Chunks, models: Models) -> Questions:
    """Return the written questions about records whose chunks are loaded."""
    own: dict[int, list[int]] = defaultdict(list)
    for place, na_id in enumerate(chunks.na_ids):
        own[na_id].append(place)
    rows = [row for path in sorted(FOLDER.glob("questions_*.jsonl")) for row in rows_of(path)]
    rows = [row for row in rows if row["naId"] in own and row["style"] != FOLLOW_UP]
    answering = []
    for row in rows:
        answer = row["answers"][0] if row["answers"] else ""
        holding = [place for place in own[row["naId"]] if answer in chunks.texts[place]]
        answering.append(holding or own[row["naId"]])
    vectors = models.embeddings.embed_plain_queries([row["question"] for row in rows])
    kinds = [f"{row['style']}, {row['lang']}" for row in rows]
    return Questions(kinds, [row["naId"] for row in rows], torch.from_numpy(vectors), answering)


def split(questions: Questions) -> tuple[list[int], list[int]]:
    """Return the row numbers of the questions to fit and of the held-out questions.

    All questions about one record stay together.
    """
    records = sorted(set(questions.na_ids))
    random.Random(0).shuffle(records)
    out = set(records[: len(records) // HELD_OUT_ONE_IN])
    rows = range(len(questions.na_ids))
    return (
        [row for row in rows if questions.na_ids[row] not in out],
        [row for row in rows if questions.na_ids[row] in out],
    )


def fit(questions: Questions, rows: Sequence[int], chunks: Chunks) -> AdapterLayer:
    """Return an adapter layer that moves questions toward the chunks that answer them."""
    torch.manual_seed(0)
    step = AdapterLayer(chunks.vectors.shape[1])
    optimizer = torch.optim.AdamW(step.parameters(), lr=RATE, weight_decay=DECAY)
    for turn in range(ROUNDS):
        order = list(rows)
        random.Random(turn).shuffle(order)
        for first in range(0, len(order), BATCH):
            loss = loss_of(step, questions, order[first : first + BATCH], chunks)
            optimizer.zero_grad()
            loss.backward()  # type: ignore[no-untyped-call]
            optimizer.step()
    return step


def loss_of(
    step: AdapterLayer, questions: Questions, rows: Sequence[int], chunks: Chunks
) -> Tensor:
    """Return the mean negative log likelihood of the answering chunks among all chunks."""
    scores = INVERSE_TEMPERATURE * step(questions.vectors[list(rows)]) @ chunks.vectors.T
    answering = [
        torch.logsumexp(scores[place, list(questions.answering[row])], 0)
        for place, row in enumerate(rows)
    ]
    return (torch.logsumexp(scores, 1) - torch.stack(answering)).mean()


def print_scores(
    questions: Questions, rows: Sequence[int], chunks: Chunks, step: AdapterLayer
) -> None:
    """Print how often searches find a question's record, with and without the adapter."""
    print("| | questions | encoder | encoder with adapter |\n| --- | --- | --- | --- |")
    with torch.no_grad():
        ranks = [
            records_before(turn(questions.vectors), questions, rows, chunks)
            for turn in (nn.Identity(), step)
        ]
    for kind in sorted({questions.kinds[row] for row in rows}):
        some = [place for place, row in enumerate(rows) if questions.kinds[row] == kind]
        cells = [
            " / ".join(f"{np.mean(one[some] < depth):.2f}" for depth in DEPTHS) for one in ranks
        ]
        print(f"| {kind} | {len(some)} | {cells[0]} | {cells[1]} |")
    print(f"share of questions with the gold record among the first {DEPTHS}")


def records_before(
    vectors: Tensor, questions: Questions, rows: Sequence[int], chunks: Chunks
) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    """Return how many other records are nearer to each question than the question's own record."""
    na_ids = np.array(chunks.na_ids)
    found = []
    for row in rows:
        scores = (chunks.vectors @ vectors[row]).numpy()
        best = scores[na_ids == questions.na_ids[row]].max()
        found.append(len(set(na_ids[scores > best])))
    return np.array(found)


def write(adapter: QueryAdapter, path: Path) -> None:
    """Write the adapter with 16-bit weights."""
    save_file(
        {"weight": adapter.weight.astype(np.float16), "bias": adapter.bias.astype(np.float16)}, path
    )


if __name__ == "__main__":
    main()
