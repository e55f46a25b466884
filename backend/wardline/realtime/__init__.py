"""Live updates: typed events, sent when the change commits, to rooms that the server decides about."""
