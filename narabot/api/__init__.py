"""The same answers for programs, over HTTP and the Model Context Protocol.

Parts: `app` (the application, its OpenAPI document, health and figures), `routes` (what can be
asked), `routing` (what all routes have), `tools` (the same for language models), `bodies` (what
requests say; responses are made in presentation), `reading` (what routes and tools both read),
`service` (the chat that all requests share, how many run at once, and whether it is ready), `keys`
(who may ask, how often, and who guesses), `problems` (errors as problem details, RFC 9457),
`watching` (what every request passes, and its figures).
"""

from narabot.api.app import create_app

__all__ = ["create_app"]
