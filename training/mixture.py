"""The examples that a training stage uses, and the examples that are held out."""

import hashlib
import random
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from training.examples import Example

HELD_OUT_SOURCES = ("clapnq", "pairs-clapnq")
"""Sources that are held out completely."""

HELD_OUT_ONE_IN = 20
HELD_OUT_ONE_IN_BY_SOURCE = {"squad2.0-dev": 10}
"""For each source, one group in this many is held out. The default is HELD_OUT_ONE_IN."""


def is_held_out(example: Example) -> bool:
    """Return whether an example is used only for scores. Examples in one group stay together."""
    if example.source in HELD_OUT_SOURCES:
        return True
    digest = hashlib.sha256(example.group.encode()).digest()
    return (
        int.from_bytes(digest[:4], "big")
        % HELD_OUT_ONE_IN_BY_SOURCE.get(example.source, HELD_OUT_ONE_IN)
        == 0
    )


def sample_mixture(
    examples: Iterable[Example], counts: Mapping[str, int], seed: int
) -> list[Example]:
    """Return the requested number of training examples from each source, shuffled."""
    by_source: dict[str, list[Example]] = defaultdict(list)
    for one in examples:
        if one.source in counts and not is_held_out(one):
            by_source[one.source].append(one)
    rng = random.Random(seed)
    chosen = [
        one
        for source in sorted(by_source)
        for one in sample_with_repeats(by_source[source], counts[source], rng)
    ]
    rng.shuffle(chosen)
    return chosen


def sample_with_repeats(
    examples: Sequence[Example], count: int, rng: random.Random
) -> list[Example]:
    """Return `count` examples, repeating each example at most three times."""
    whole, rest = divmod(count, len(examples))
    repeated = list(examples) * min(whole, 3)
    return repeated + (rng.sample(list(examples), rest) if whole < 3 else [])
