"""Write batches into the graph: what is there already, what changes, in one transaction each."""
