"""The script that Streamlit runs for a reader on each page update."""

from narabot.pages.chat import show

show()
