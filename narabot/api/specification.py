"""The application with the keys in its specification: optional, as loopback needs none."""

from typing import Any

from fastapi import FastAPI

from narabot.api.keys import HEADER

NOTE = "Needed where API_KEYS are set."
SCHEMES = {
    "key": {"type": "apiKey", "in": "header", "name": HEADER, "description": NOTE},
    "bearer": {"type": "http", "scheme": "bearer", "description": f"The key. {NOTE}"},
}


class Api(FastAPI):
    """An application that tells of its keys."""

    def openapi(self) -> dict[str, Any]:
        """Return the specification."""
        specification = super().openapi()
        specification["security"] = [{}, {"key": []}, {"bearer": []}]
        specification["components"]["securitySchemes"] = SCHEMES
        return specification
