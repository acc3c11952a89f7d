"""The knowledge layer: names and statements extracted from the records' texts.

The layer depends only on the texts, the authorities' headings, and the extractors. The order in
which records are loaded and removed does not matter. The layer can be rebuilt at any time
(docs/decisions/0032).
"""
