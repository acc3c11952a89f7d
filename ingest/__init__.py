"""From NARA's catalogue lines to the graph; knows nothing of the chat."""

import narabot  # noqa: F401  before Arrow is loaded, which reads its allocator's name once
