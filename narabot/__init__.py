"""narabot: a chat over the catalog of the US National Archives."""

import os

# Arrow reads this variable on import. Its default allocator, mimalloc 3, has crashed processes with
# many threads, such as Streamlit's (apache/arrow 50471, 50908; streamlit 16111).
os.environ.setdefault("ARROW_DEFAULT_MEMORY_POOL", "system")
