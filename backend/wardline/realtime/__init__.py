"""Live updates: typed events, sent when the change commits, to rooms whose members the server decides."""
