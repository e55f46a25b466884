"""What happened to a consult; other domains record here."""
