"""How well names are found in texts with marks, by source and class."""

from collections import Counter
from collections.abc import Iterable

import torch
from tokenizers import Tokenizer

from narabot.reading.names import NAME_CLASSES, named
from training.name_model import NameBatch, NameModel
from training.named_texts import NamedText

TWEETS = ("btc", "wnut17")

EDITED = "all but tweets"
"""The scores of all sources that somebody has edited."""

SCORED_AT_ONCE = 16

Counts = dict[tuple[str, str], Counter[str]]
"""By source and class: how many names are found `right`, `told` and `wanted`."""


def scored(model: NameModel, texts: Iterable[NamedText], tokenizer: Tokenizer) -> Counts:
    """Count whole names of one class; what may be a name or not, or of a class that the source
    does not mark, counts for nothing, and a class is one of those that the source allows."""
    counts: Counts = {}
    transitions = model.transitions.detach().numpy()
    by_length = sorted(texts, key=lambda one: len(one.text))
    for first in range(0, len(by_length), SCORED_AT_ONCE):
        some = by_length[first : first + SCORED_AT_ONCE]
        batch = NameBatch([[one] for one in some], tokenizer)
        with torch.no_grad():
            tags = model(batch.ids, batch.mask).numpy()
        for one, words, own in zip(some, batch.words, tags, strict=True):
            found = named(one.text, words, own[[1 + first for _, _, first in words]], transitions)
            count(counts, one, {(span.start, span.end): span.entity_class for span in found})
    return counts


def count(counts: Counts, one: NamedText, told: dict[tuple[int, int], str]) -> None:
    """Add what is right, told and wanted in a text."""

    def add(kind: str, what: str) -> None:
        sources = (one.source, "all") if one.source in TWEETS else (one.source, "all", EDITED)
        for source in sources:
            counts.setdefault((source, kind), Counter())[what] += 1

    open_ = [name for name in one.names if "O" in name.classes]
    for name in one.names:
        if "O" in name.classes:
            continue
        said = told.pop((name.start, name.end), None)
        kind = said if said in name.classes else min(name.classes - {"COUNTRY"} or name.classes)
        add(kind, "wanted")
        if said is not None:
            add(said, "told")
        if said in name.classes:
            add(kind, "right")
    for (start, end), kind in told.items():
        is_open = any(start < name.end and end > name.start for name in open_)
        if not is_open and kind not in one.unmarked:
            add(kind, "told")


def summary(counts: Counts) -> list[str]:
    """Return the scores, a line each."""
    lines = []
    for source in sorted({source for source, _ in counts}):
        own = {kind: one for (said, kind), one in counts.items() if said == source}
        total = sum(own.values(), Counter())
        for kind, one in [("together", total), *((k, own[k]) for k in NAME_CLASSES if k in own)]:
            precise = one["right"] / max(1, one["told"])
            found = one["right"] / max(1, one["wanted"])
            f1 = 2 * one["right"] / max(1, one["told"] + one["wanted"])
            wanted = one["wanted"]
            lines.append(
                f"{source:20} {kind:13} P {precise:.3f} R {found:.3f} F1 {f1:.3f} {wanted}"
            )
    return lines
