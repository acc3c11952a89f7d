"""Personalized PageRank: visit frequencies in a random walk with restarts. Pure.

This module uses the power method on a sparse matrix (Page, Brin, Motwani, and Winograd, 1999;
Haveliwala, 2002) and does not depend on phrases or texts.
"""

from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    import numpy as np
    from scipy.sparse import csr_array

Shares: TypeAlias = "np.ndarray[tuple[int], np.dtype[np.float64]]"
"""One number per node."""

MOST_ITERATIONS = 200
"""Maximum number of iterations. With a damping factor of 0.85, 60 to 90 iterations reach
`TOLERANCE`."""

TOLERANCE = 1e-6
"""The iteration stops when the sum of absolute changes falls below this value."""


def pagerank(weights: "csr_array", restart: Shares, damping: float) -> Shares:
    """Return the visit frequency of each node, shape `(n,)`, with a sum of 1.

    Row i of `weights`, shape `(n, n)`, contains the nonnegative weights of the edges from node i.
    With probability `damping`, the walk follows an edge in proportion to its weight. Otherwise, and
    at nodes without edges, it restarts at a node in proportion to `restart`, shape `(n,)`.
    (networkx calls the damping factor alpha; other authors use alpha for 1 minus this factor.)
    Raises ValueError if `damping` is not in [0, 1), or if `restart` has a negative element or no
    positive element.
    """
    if not 0 <= damping < 1:
        raise ValueError(f"damping must be at least 0 and below 1, not {damping}")
    if not restart.sum() > 0 or restart.min() < 0:
        raise ValueError("restart must be nonnegative with a positive element")
    import numpy as np
    from scipy.sparse import diags_array

    begin = restart / restart.sum()
    leaving = weights.sum(axis=1)
    is_end = leaving == 0
    onward = (diags_array(1 / np.where(is_end, 1, leaving)) @ weights).T.tocsr()
    at = begin
    for _ in range(MOST_ITERATIONS):
        lost = at[is_end].sum()
        then = damping * (onward @ at + lost * begin) + (1 - damping) * begin
        change = np.abs(then - at).sum()
        at = then
        if change < TOLERANCE:
            break
    found: Shares = at / at.sum()
    return found
