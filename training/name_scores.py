"""NER scores on labeled texts, by source and class."""

from collections import Counter
from collections.abc import Iterable

import torch
from tokenizers import Tokenizer

from narabot.reading.names import NAME_CLASSES, decode_names
from training.name_model import NameBatch, NameModel
from training.named_texts import NamedText

TWEETS = ("btc", "wnut17")

EDITED = "all but tweets"
"""Label of the table row for all sources of edited text."""

SCORE_BATCH = 16

Counts = dict[tuple[str, str], Counter[str]]
"""Number of names that are `right`, `predicted`, and `labeled`, by source and class."""


def score_model(model: NameModel, texts: Iterable[NamedText], tokenizer: Tokenizer) -> Counts:
    """Count names. A name is right if both its whole span and its class match.

    Spans that may or may not be a name are ignored, as are classes that a source does not label. If
    a source allows several classes for a name, each class is right.
    """
    counts: Counts = {}
    transitions = model.transitions.detach().numpy()
    by_length = sorted(texts, key=lambda one: len(one.text))
    for first in range(0, len(by_length), SCORE_BATCH):
        some = by_length[first : first + SCORE_BATCH]
        batch = NameBatch([[one] for one in some], tokenizer)
        with torch.no_grad():
            tags = model(batch.ids, batch.mask).numpy()
        for one, words, own in zip(some, batch.words, tags, strict=True):
            found = decode_names(
                one.text, words, own[[1 + first for _, _, first in words]], transitions
            )
            count_names(counts, one, {(span.start, span.end): span.entity_class for span in found})
    return counts


def count_names(counts: Counts, one: NamedText, predicted: dict[tuple[int, int], str]) -> None:
    """Add the right, predicted, and labeled names of a text."""

    def add(kind: str, outcome: str) -> None:
        sources = (one.source, "all") if one.source in TWEETS else (one.source, "all", EDITED)
        for source in sources:
            counts.setdefault((source, kind), Counter())[outcome] += 1

    open_ = [name for name in one.names if "O" in name.classes]
    for name in one.names:
        if "O" in name.classes:
            continue
        entity_class = predicted.pop((name.start, name.end), None)
        kind = (
            entity_class
            if entity_class in name.classes
            else min(name.classes - {"COUNTRY"} or name.classes)
        )
        add(kind, "labeled")
        if entity_class is not None:
            add(entity_class, "predicted")
        if entity_class in name.classes:
            add(kind, "right")
    for (start, end), kind in predicted.items():
        is_open = any(start < name.end and end > name.start for name in open_)
        if not is_open and kind not in one.unmarked:
            add(kind, "predicted")


def summary(counts: Counts) -> list[str]:
    """Return the scores as table lines, one for each source and class."""
    lines = []
    for source in sorted({source for source, _ in counts}):
        own = {kind: one for (said, kind), one in counts.items() if said == source}
        total = sum(own.values(), Counter())
        for kind, one in [("together", total), *((k, own[k]) for k in NAME_CLASSES if k in own)]:
            precise = one["right"] / max(1, one["predicted"])
            found = one["right"] / max(1, one["labeled"])
            f1 = 2 * one["right"] / max(1, one["predicted"] + one["labeled"])
            wanted = one["labeled"]
            lines.append(
                f"{source:20} {kind:13} P {precise:.3f} R {found:.3f} F1 {f1:.3f} {wanted}"
            )
    return lines
