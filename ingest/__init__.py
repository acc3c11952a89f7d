"""Load NARA's export into the graph. This package does not depend on the chat."""

import narabot  # noqa: F401  must precede Arrow, which reads its allocator's name only once
