"""What every service line fulfils; a line imports from here and from core, from no other line."""
