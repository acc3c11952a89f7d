"""The same answers for programs, over HTTP and the Model Context Protocol.

Parts: `app` (the application), `routes` (what can be asked), `monitoring` (health and figures),
`routing` (what all routes have), `tools` (the same for language models), `bodies` (what requests
say; what responses say is `rendering`'s), `reading` (what routes and tools both read), `service`
(the chat that all requests share, and how many run at once), `keys` (who may ask, how often) and
`wrong_keys` (who guesses), `problems` (errors as problem details, RFC 9457), `watching` (what every
request passes, and its figures), `faults` (what keeps it from answering), `specification` (its
keys).
"""

from narabot.api.app import create_app

__all__ = ["create_app"]
