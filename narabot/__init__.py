"""narabot: a chat over the catalogue of the US National Archives."""
