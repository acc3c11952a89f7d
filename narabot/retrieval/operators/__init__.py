"""The steps that strategies share, with one module for each step. The steps access the graph but do
not depend on any strategy."""
