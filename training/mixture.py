"""Which examples a stage is made of, and which are held out."""

import hashlib
import random
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from training.examples import Example

HELD_OUT = ("clapnq", "pairs-clapnq")
"""Sources of which nothing is trained on."""

ONE_IN = 20
ONE_IN_OF = {"squad2.0-dev": 10}
"""One group in so many is held out, by source; for the rest ONE_IN."""


def is_held_out(example: Example) -> bool:
    """Return whether an example is for scores alone; all of a group are, or none."""
    if example.source in HELD_OUT:
        return True
    digest = hashlib.sha256(example.group.encode()).digest()
    return int.from_bytes(digest[:4], "big") % ONE_IN_OF.get(example.source, ONE_IN) == 0


def mixed(examples: Iterable[Example], counts: Mapping[str, int], seed: int) -> list[Example]:
    """Return so many examples of each source, or all that there are, none held out, shuffled."""
    by_source: dict[str, list[Example]] = defaultdict(list)
    for one in examples:
        if one.source in counts and not is_held_out(one):
            by_source[one.source].append(one)
    rng = random.Random(seed)
    chosen = [
        one
        for source in sorted(by_source)
        for one in sampled(by_source[source], counts[source], rng)
    ]
    rng.shuffle(chosen)
    return chosen


def sampled(examples: Sequence[Example], count: int, rng: random.Random) -> list[Example]:
    """Return so many of some examples; more than there are by repeating them."""
    whole, rest = divmod(count, len(examples))
    repeated = list(examples) * min(whole, 3)
    return repeated + (rng.sample(list(examples), rest) if whole < 3 else [])
