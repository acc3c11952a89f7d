"""narabot's interface for programs, over HTTP and the Model Context Protocol.

Modules: `app` (the application, its OpenAPI document, health, and metrics), `routes` (the
endpoints), `routing` (shared parts of all endpoints), `tools` (the tools for language models),
`bodies` (request bodies), `operations` (functions that endpoints and tools share), `service` (the
shared chat, its queue, and its readiness), `keys` (API keys, rate limits, and protection against
guessing), `problems` (errors as problem details, RFC 9457), and `middleware` (checks and metrics
for every request). `narabot.presentation` defines the responses.
"""

from narabot.api.app import create_app

__all__ = ["create_app"]
