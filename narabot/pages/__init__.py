"""The page in the browser: Streamlit widgets and session state.

This package contains no prompts, Cypher, or ranking. `chat` shows the main page and the turns.
`record`, `my_list`, and `shared` show the other pages, and `welcome` shows the first screen.

`conversation` manages the conversation in the session and in the store. `responses` shows one turn
with `answers`, `refusals`, and `lists`. `resources` loads shared objects once. `language` sets the
page's language.
"""
