"""From a catalogue line to a record of ours: identity, properties, references, text, chunks."""
