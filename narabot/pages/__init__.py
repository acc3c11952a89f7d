"""The page in the browser: Streamlit's widgets and state.

Knows nothing of prompts, Cypher and ranking. Parts: `chat` (the page and the talk), `record`,
`my_list` and `shared` (the other pages), `conversation` (what is on the screen and kept), `answers`
(one turn on the screen), `resources` (what is loaded once).
"""
