"""What every service line implements. A line imports from here and from core, never from another line."""
