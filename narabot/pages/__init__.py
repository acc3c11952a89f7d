"""The page in the browser: Streamlit's widgets and state.

Knows nothing of prompts, Cypher and ranking. Parts: `chat` (the page and the talk), `record`,
`my_list` and `shared` (the other pages), `welcome` (the first screen), `conversation` (what is on
the screen and kept), `responses` (one turn on the screen, of `answers`, `refusals` and `lists`),
`resources` (what is loaded once), `language` (which one the page speaks).
"""
