"""Whether what a language model wrote stands in the records, and what in them is no quote."""
