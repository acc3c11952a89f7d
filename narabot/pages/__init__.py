"""The page in the browser: Streamlit's widgets and state.

Knows nothing of prompts, Cypher and ranking. Parts: `chat` (the page), `turns` (the conversation),
`answers` (one turn on the screen), `resources` (what is loaded once).
"""
