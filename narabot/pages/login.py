"""Who may see the page, where it requires a login: by Streamlit's OpenID Connect.

Knows nothing of providers and their secrets: these are in `[auth]` of Streamlit's secrets.toml.
Whatever is unclear lets nobody in.
"""

import streamlit as st
from streamlit.errors import StreamlitAPIException, StreamlitAuthError

from narabot.errors import NotLoggedInError, SettingsError
from narabot.pages.resources import current_settings
from narabot.presentation.markdown import escape, one_line

NEEDED = ("page_login",)

NOT_SET_UP = (
    "This page requires a login, but none is set up. Who runs it finds in `docs/operations.md` how "
    "to: `[auth]` in Streamlit's `secrets.toml`, and the package Authlib."
)

NOT_NAMED = "Your login does not say who you are. Tell whoever runs this page: it lacks `sub`."

WELCOME = "This page requires a login."


def is_admitted() -> bool:
    """Return whether the reader may see the page; show the way to log in if not."""
    try:
        if not login_is_required() or user_id():
            return True
    except NotLoggedInError as error:
        show_way_in(str(error))
    except SettingsError as error:
        st.error(escape(str(error)), icon=":material/error:")
    return False


def login_is_required() -> bool:
    """Return whether the page requires a login. Raises SettingsError."""
    return current_settings(NEEDED).page_login


def user_id() -> str | None:
    """Return who is logged in, as no other person ever is; `None` where nobody needs to be.

    Raises NotLoggedInError. A provider never gives a `sub` to another person (OpenID Connect Core,
    section 2), but another provider may.
    """
    if not login_is_required():
        return None
    if st.user.get("is_logged_in") is not True:
        raise NotLoggedInError(WELCOME)
    issuer, subject = st.user.get("iss"), st.user.get("sub")
    if not (isinstance(issuer, str) and isinstance(subject, str) and issuer and subject):
        raise NotLoggedInError(NOT_NAMED)
    return f"{issuer}\n{subject}"


def show_way_in(said: str) -> None:
    """Show why nothing is shown, and the way to log in."""
    if "is_logged_in" not in st.user:
        st.error(NOT_SET_UP, icon=":material/error:")
        return
    st.markdown(said)
    if st.user.is_logged_in is True:
        st.button("Log out", icon=":material/logout:", on_click=st.logout)
    elif st.button("Log in", type="primary", icon=":material/login:"):
        log_in()


def log_in() -> None:
    """Send the reader to the provider, or say that it is not set up."""
    try:
        st.login()
    except (StreamlitAPIException, StreamlitAuthError):
        st.error(NOT_SET_UP, icon=":material/error:")


def show_log_out() -> None:
    """Show who is logged in, and the way to log out."""
    if user_id() is None:
        return
    name = st.user.get("name") or st.user.get("email")
    if isinstance(name, str):
        st.caption(f"Logged in as {escape(one_line(name))}")
    st.button(
        "Log out", key="log-out", icon=":material/logout:", width="stretch", on_click=st.logout
    )
