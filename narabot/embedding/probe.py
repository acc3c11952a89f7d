"""Whether embedding models of one name are one: what each makes of the same sentence."""

import numpy as np

from narabot.embedding.interface import Probe, TextEmbedder

PROBE_TEXT = "Letters received by the Secretary of the Navy from commanders, 1841-1886"
LEAST_ALIKE = 0.999
"""Cosine of the probes of one model: 0.99996 between fp32 and bf16 of all-MiniLM-L6-v2."""


def probe_of(embedder: TextEmbedder) -> Probe:
    """Return what a model makes of PROBE_TEXT."""
    return tuple(float(number) for number in embedder.embed_array([PROBE_TEXT])[0])


def are_alike(one: Probe, other: Probe) -> bool:
    """Return whether two probes of as many numbers are those of one model."""
    return float(np.dot(one, other)) >= LEAST_ALIKE
