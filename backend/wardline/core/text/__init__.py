"""Text: names for search, Unicode normalization, rich text, typesetting."""
