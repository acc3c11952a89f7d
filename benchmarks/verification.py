"""Measure which true and false sentences from a language model reach the user.

    python -m benchmarks.verification benchmarks/validation/sentences.jsonl

A scripted model answers each question in the file with that question's test sentence. The answer
passes through all steps of a chat about the loaded catalog (`NARABOT_DATA_DIR`). The script prints
how many sentences are shown, by language and fault. It also counts the questions that narabot
refuses with the model but answers without it.
"""

import argparse
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from tqdm import tqdm

from narabot.chat import Chat, open_chat, open_models, respond
from narabot.database import serving
from narabot.graph import open_graph
from narabot.llm import AnsweringModel
from narabot.models import Response
from narabot.settings import Settings
from narabot.versions import stored_identity


class Scripted:
    """A language model that always writes the same sentence."""

    name = "scripted"
    max_input_tokens = 100_000

    def __init__(self, sentence: str) -> None:
        """Store the sentence."""
        self._sentence = sentence

    def count_tokens(self, prompt: str) -> int:
        """Return the number of words."""
        return len(prompt.split())

    def stream(self, prompt: str, *, max_new_tokens: int | None = None) -> Iterator[str]:
        """Yield the sentence, unless the token limit is 0."""
        if prompt and max_new_tokens != 0:
            yield self._sentence


@dataclass(frozen=True, slots=True)
class SentenceResult:
    """The outcome for one test sentence."""

    row: dict[str, Any]
    is_shown: bool
    is_refused: bool
    is_refused_without: bool
    """Whether narabot refuses the question without a model."""


def main() -> None:
    """Run the benchmark and print the results."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sentences", type=Path)
    chosen = parser.parse_args()
    rows = [json.loads(line) for line in chosen.sentences.read_text("utf-8").splitlines()]
    settings = Settings()
    with serving(settings, print) as connection, open_graph(connection) as graph:
        chat = open_chat(settings, open_models(settings, stored_identity(graph)), graph)
        print_table([run_sentence(chat, row) for row in tqdm(rows)])


def run_sentence(chat: Chat, row: dict[str, Any]) -> SentenceResult:
    """Return the outcome for one test sentence."""
    models = replace(chat.models, answering=AnsweringModel(Scripted(row["sentence"]), ""))
    response = respond(replace(chat, models=models), row["question"])
    texts = [one.text for one in response.answer.sentences] if response.answer else []
    without = respond(chat, row["question"])
    return SentenceResult(row, row["sentence"] in texts, is_refused(response), is_refused(without))


def is_refused(response: Response) -> bool:
    """Return whether the response is the refusal."""
    return response.answer is not None and response.answer.is_refused


def print_table(found: Sequence[SentenceResult]) -> None:
    """Print a table of the shares."""
    print("| | sentences | shown | refused | refused only with the model |")
    print("| --- | --- | --- | --- | --- |")
    for lang in ("en", "ru"):
        for is_true in (True, False):
            some = [one for one in found if (one.row["lang"], one.row["true"]) == (lang, is_true)]
            if not some:
                continue
            reached = sum(one.is_shown for one in some)
            refused = sum(one.is_refused for one in some)
            lost = sum(one.is_refused and not one.is_refused_without for one in some)
            kind = f"{'true' if is_true else 'false'}, {lang}"
            share = f"{reached} ({reached / len(some):.3f})"
            print(f"| {kind} | {len(some)} | {share} | {refused} | {lost} |")
    passed = Counter(one.row["class"] for one in found if one.is_shown and not one.row["true"])
    print("false sentences shown:", dict(passed))


if __name__ == "__main__":
    main()
