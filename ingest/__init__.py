"""From NARA's catalogue lines to the graph; knows nothing of the chat."""
