"""Questions that are computed over the graph: read into a typed plan, the plan into an answer.

What the slots of a request name is looked up (`referents`), and put together into a plan of a
closed algebra (`planner`, `algebra`, `values`); a search finds records that are only described
(`described_records`). Sets are read by a few statements (`sources`), a plan is computed from what
these return (`evaluation`) and its outcome said in a sentence (`sentences`).
"""
