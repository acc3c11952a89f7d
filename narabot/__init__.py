"""narabot: a chat over the catalogue of the US National Archives."""

import os

# Arrow reads the name of its allocator when it is loaded. Its own, mimalloc 3, has ended processes
# with many threads, Streamlit's too (apache/arrow 50471, 50908; streamlit 16111).
os.environ.setdefault("ARROW_DEFAULT_MEMORY_POOL", "system")
