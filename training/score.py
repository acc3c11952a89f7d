"""Score a reader on held-out examples: `python -m training.score DATA FILE`.

- Span: the word-level F1, as in the SQuAD script, for texts that answer the question.
- Relevance: the area under the ROC curve (AUROC) of the log odds that a text answers the question.
- Sentence: how often the sentence with the best span contains the answer. The baseline is the
  sentence whose words overlap most with the question, weighted by rarity.
- Support: the share of right verdicts.
"""

import argparse
import math
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from sklearn.metrics import roc_auc_score

from narabot.embedding.packed_e5 import open_packed_e5
from narabot.reading.reader import Reader
from narabot.reading.weights import reader_weights
from narabot.words import SENTENCE_END, stems
from training.cross_lingual import cross_lingual_questions, cross_lingual_statements
from training.examples import Example, ReadingExample, StatementExample, Verdict
from training.mixture import is_held_out
from training.sources import readings, sentence_pairs, statements

MAX_EXAMPLES = 150
"""Maximum number of examples per source."""

MAX_TEXT_CHARS = 900
"""Maximum length of a text, in characters. Longer texts are skipped."""


def main() -> None:
    """Print the scores by source."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("file", type=Path)
    chosen = parser.parse_args()
    base = open_packed_e5()
    reader = Reader(base, reader_weights(chosen.file, base))
    read = readings(chosen.data)
    examples: list[Example] = [
        *read,
        *cross_lingual_questions(chosen.data, read),
        *sentence_pairs(chosen.data),
        *statements(chosen.data),
        *cross_lingual_statements(chosen.data, seed=5),
    ]
    print_scores(reader, held_out(examples))


def held_out(examples: Iterable[Example]) -> dict[str, list[Example]]:
    """Return the held-out examples by source, limited by MAX_EXAMPLES and MAX_TEXT_CHARS."""
    found: dict[str, list[Example]] = defaultdict(list)
    for one in examples:
        if (
            is_held_out(one)
            and len(one.text) <= MAX_TEXT_CHARS
            and len(found[one.source]) < MAX_EXAMPLES
        ):
            found[one.source].append(one)
    return dict(sorted(found.items()))


def print_scores(reader: Reader, sources: dict[str, list[Example]]) -> None:
    """Print a Markdown table for each kind of example."""
    print(
        "| source | examples | span F1 | sentence | lexical baseline |\n"
        "| --- | --- | --- | --- | --- |"
    )
    chances: dict[str, list[tuple[bool, float]]] = {}
    for source, some in sources.items():
        asked = [one for one in some if isinstance(one, ReadingExample)]
        found = [(one, reader.read(one.question, [one.text])[0]) for one in asked]
        chances[source] = [(one.answers, read.relevance) for one, read in found]
        answered = [(one, read) for one, read in found if one.answers and one.has_span]
        if answered:
            f1 = mean(
                overlap(one.text[one.start : one.end], one.text[r.start : r.end])
                for one, r in answered
            )
            hit = mean(same_sentence(one, r.start) for one, r in answered)
            words = mean(same_sentence(one, best_lexical_sentence(one)) for one, _ in answered)
            print(f"| {source} | {len(answered)} | {f1:.2f} | {hit:.2f} | {words:.2f} |")
    print_areas(chances)
    print("\n| statements | examples | right |\n| --- | --- | --- |")
    for source, some in sources.items():
        stated = [one for one in some if isinstance(one, StatementExample)]
        if stated:
            supports = reader.supports([(one.text, one.statement) for one in stated])
            right = mean(
                verdict(one.supported, one.contradicted, one.not_said) is labeled.verdict
                for one, labeled in zip(supports, stated, strict=True)
            )
            print(f"| {source} | {len(stated)} | {right:.2f} |")


def print_areas(chances: dict[str, list[tuple[bool, float]]]) -> None:
    """Print the AUROC that separates answerable from unanswerable questions, by source family."""
    families: dict[str, list[tuple[bool, float]]] = defaultdict(list)
    for source, some in chances.items():
        families[re.split(r"(?<!pairs)-|\d\.", source)[0]] += some
    print("\n| family | examples | AUROC |\n| --- | --- | --- |")
    for family, some in families.items():
        labels = [answers for answers, _ in some]
        if len(set(labels)) == 2:
            area = roc_auc_score(labels, [chance for _, chance in some])
            print(f"| {family} | {len(some)} | {area:.2f} |")


def verdict(*chances: float) -> Verdict:
    """Return the most likely verdict."""
    return Verdict(max(range(len(chances)), key=lambda place: chances[place]))


def overlap(expected: str, found: str) -> float:
    """Return the word-level F1 of two spans."""
    ours, theirs = Counter(found.lower().split()), Counter(expected.lower().split())
    shared = sum((ours & theirs).values())
    return 2 * shared / (ours.total() + theirs.total()) if shared else 0.0


def sentence_at(text: str, place: int) -> int:
    """Return the index of the sentence at a character position."""
    return sum(one.end() <= place for one in SENTENCE_END.finditer(text))


def same_sentence(one: ReadingExample, place: int) -> float:
    """Return 1 if a position is in the same sentence as the answer, or 0 otherwise."""
    return float(sentence_at(one.text, one.start) == sentence_at(one.text, place))


def best_lexical_sentence(one: ReadingExample) -> int:
    """Return the start of the sentence that overlaps most with the question, weighted by rarity."""
    starts = [0, *(end.end() for end in SENTENCE_END.finditer(one.text))]
    parts = [stems(one.text[a:b]) for a, b in zip(starts, [*starts[1:], None], strict=True)]
    asked = stems(one.question)
    weight: Callable[[str], float] = lambda word: math.log(  # noqa: E731
        1 + len(parts) / sum(word in part for part in parts)
    )
    scores = [sum(weight(word) for word in asked & part) for part in parts]
    return starts[max(range(len(parts)), key=lambda place: scores[place])]


def mean(values: Iterable[float]) -> float:
    """Return the mean of at least one number."""
    some: Sequence[float] = list(values)
    return sum(some) / len(some)


if __name__ == "__main__":
    main()
