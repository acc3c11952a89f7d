"""Answers in the records' own words: which record, which of its sentences, how surely."""
