"""The script that Streamlit runs for a reader, whenever the page changes."""

from narabot.pages.chat import show

show()
