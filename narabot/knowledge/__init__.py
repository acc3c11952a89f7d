"""The layer of names and statements that is derived from the records' texts: built, told, removed.

It is a function of the texts, the authorities' headings and the extractors, whatever the order in
which records come and go, and is made anew at any time (docs/decisions/0032).
"""
