"""The Streamlit application that serves the page. Start it with `streamlit run app.py`."""

import streamlit as st
from starlette.middleware import Middleware

from narabot.pages.login import BrowserCookie, OwnHosts, page_hosts
from narabot.pages.resources import SCRIPT

app = st.App(
    SCRIPT,
    middleware=[Middleware(OwnHosts, hosts=page_hosts()), Middleware(BrowserCookie)],
)
