"""An OpenID Connect provider on loopback. The test sets the user who logs in."""

import json
import secrets
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from urllib.parse import parse_qs, urlencode, urlsplit

from joserfc import jwt
from joserfc.jwk import RSAKey

CLIENT = "narabot"


class Provider:
    """The provider's address, key, and current user."""

    def __init__(self, address: str) -> None:
        self.issuer = address
        self.person = {"sub": "1", "name": "Anna"}
        self.key = RSAKey.generate_key(2048, {"kid": "1", "use": "sig", "alg": "RS256"})
        self.nonces: dict[str, str] = {}

    def metadata(self) -> dict[str, object]:
        """Return the provider metadata for clients."""
        return {
            "issuer": self.issuer,
            "authorization_endpoint": f"{self.issuer}/authorize",
            "token_endpoint": f"{self.issuer}/token",
            "jwks_uri": f"{self.issuer}/keys",
            "response_types_supported": ["code"],
            "subject_types_supported": ["public"],
            "id_token_signing_alg_values_supported": ["RS256"],
        }

    def redirect_url(self, query: dict[str, list[str]]) -> str:
        """Return the address to which the provider redirects the browser after a login."""
        code = secrets.token_urlsafe()
        self.nonces[code] = query["nonce"][0]
        return f"{query['redirect_uri'][0]}?{urlencode({'code': code, 'state': query['state'][0]})}"

    def token(self, code: str) -> dict[str, object]:
        """Return the current user's ID token in exchange for a code."""
        now = int(time.time())
        times = {"iat": now, "exp": now + 600}
        about = {"iss": self.issuer, "aud": CLIENT, "nonce": self.nonces.pop(code)}
        signed = jwt.encode({"alg": "RS256", "kid": "1"}, times | about | self.person, self.key)
        return {"access_token": "x", "token_type": "Bearer", "expires_in": 600, "id_token": signed}


def handler_of(provider_of: list[Provider]) -> type[BaseHTTPRequestHandler]:
    """Return the provider's request handler class."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            provider, address = provider_of[0], urlsplit(self.path)
            if address.path == "/authorize":
                self.send_response(302)
                self.send_header("Location", provider.redirect_url(parse_qs(address.query)))
                self.end_headers()
            elif address.path == "/keys":
                self.send_json({"keys": [provider.key.as_dict(private=False)]})
            else:
                self.send_json(provider.metadata())

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"])).decode()
            self.send_json(provider_of[0].token(parse_qs(body)["code"][0]))

        def send_json(self, what: object) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.end_headers()
            self.wfile.write(json.dumps(what).encode())

        def log_message(self, *_: object) -> None:
            """Log nothing."""

    return Handler


@contextmanager
def provider_on_loopback() -> Iterator[Provider]:
    """Yield a running provider."""
    found: list[Provider] = []
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler_of(found))
    found.append(Provider(f"http://127.0.0.1:{server.server_port}"))
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield found[0]
    finally:
        server.shutdown()
        server.server_close()
