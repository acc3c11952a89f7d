"""The same answers for programs, over HTTP.

Parts: `app` (the application), `routes` (what can be asked), `schemas` (the shapes of bodies and
responses), `service` (the chat that all requests share, and how many run at once), `keys` (who may
ask, how often), `problems` (errors as problem details, RFC 9457), `watching` (figures, sizes).
"""

from narabot.api.app import create_app

__all__ = ["create_app"]
