"""Check a language model's sentences against the records, and detect instructions in records."""
