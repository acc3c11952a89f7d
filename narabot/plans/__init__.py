"""Questions that narabot answers by computing over the graph instead of quoting records.

A request becomes a typed plan in a closed algebra (`planner`, `algebra`, `values`). Before that,
`referents` looks up the names in the request's slots, and `described_records` searches for records
that the request describes but does not name. `sources` reads sets of records with a few Cypher
statements. `evaluation` computes the plan from these sets, and `sentences` writes the outcome as
text.
"""
