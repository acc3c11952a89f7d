"""Write batches into the graph: decide about each line, and apply the changes in transactions."""
