"""How often a walk with restarts is at each node of a graph. Pure; knows no phrase and no text.

Personalised PageRank (Page, Brin, Motwani and Winograd, 1999; Haveliwala, 2002) by the power
method on a sparse matrix.
"""

from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    import numpy as np
    from scipy.sparse import csr_array

Shares: TypeAlias = "np.ndarray[tuple[int], np.dtype[np.float64]]"
"""A number for each node."""

MOST_TURNS = 200
"""Of the power method; a damping of .85 needs 60 to 90 for `CLOSE`."""

CLOSE = 1e-6
"""The sum of what a turn changes, below which there is no further one."""


def pagerank(weights: "csr_array", restart: Shares, damping: float) -> Shares:
    """Return how often a walk is at each node, shape `(n,)`; the sum is 1.

    `weights` of shape `(n, n)` has in row i what leads from node i, none below 0. With the
    probability `damping` the walk goes on along an edge, by its weight; with `1 - damping` it
    begins anew at a node by its share of `restart`, shape `(n,)`, as it does where no edge leads
    on. (networkx calls the damping alpha, as others call its opposite.) Raises ValueError for a
    damping that is not from 0 to below 1, and where `restart` has nothing above 0 or something
    below it.
    """
    if not 0 <= damping < 1:
        raise ValueError(f"a walk goes on with a probability from 0 to below 1, not {damping}")
    if not restart.sum() > 0 or restart.min() < 0:
        raise ValueError("a walk has nowhere to begin")
    import numpy as np
    from scipy.sparse import diags_array

    begin = restart / restart.sum()
    leaving = weights.sum(axis=1)
    is_end = leaving == 0
    onward = (diags_array(1 / np.where(is_end, 1, leaving)) @ weights).T.tocsr()
    at = begin
    for _ in range(MOST_TURNS):
        lost = at[is_end].sum()
        then = damping * (onward @ at + lost * begin) + (1 - damping) * begin
        change = np.abs(then - at).sum()
        at = then
        if change < CLOSE:
            break
    found: Shares = at / at.sum()
    return found
