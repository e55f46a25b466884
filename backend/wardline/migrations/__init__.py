"""How a database becomes one that this code understands; run by the owner's role only (`wardline.startup.migrate`)."""
