"""Health and metrics of a process, for its operators."""
