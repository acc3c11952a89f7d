"""Logic programs, evaluated by clingo in a separate process with limits.

Facts go in, and facts come out. The package does not depend on the graph or the request. Callers
supply the facts. The programs are the `.lp` files in this folder. `syntax` also parses rules in
Mangle's notation, and `translation` converts them to clingo's notation.
"""
