"""The steps that strategies share, a module each: they know the graph, and no strategy."""
