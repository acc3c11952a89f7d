"""Logic programs, which clingo evaluates in a separate process with limits.

Callers supply facts, and the programs derive further facts. The package does not depend on the
graph or the request. The programs are the `.lp` files in this folder. `syntax` also parses rules in
Mangle's notation, and `translation` converts them to clingo's notation.
"""
