"""What administrators change about service lines: hours, priorities, and how requests escalate."""
