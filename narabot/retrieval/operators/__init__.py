"""Steps that strategies share, one module each. They access the graph but depend on no strategy."""
