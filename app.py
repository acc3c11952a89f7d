"""The page that Streamlit serves: `streamlit run app.py`."""

from narabot.pages.chat import show

show()
