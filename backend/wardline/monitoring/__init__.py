"""Health and figures of a process, for those who operate it."""
