"""Logic programs, evaluated by clingo in a separate process with limits.

Facts go in and tuples come out. The package does not know the graph or the request. Its callers
supply the facts. The programs are the `.lp` files in this folder. `syntax` parses rules in Mangle's
notation as well, and `translation` turns them into clingo's.
"""
