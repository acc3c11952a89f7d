"""Questions that are computed over the graph: read into a typed plan, the plan into an answer.

A request is marked with what it names (`naming`), read into plans of a closed algebra (`reading`),
whose records are looked up where they are only described (`resolving`); sets are read by a few
statements (`sources`), values computed from what these return (`evaluating`, `relating`) and said
in a sentence (`telling`).
"""
