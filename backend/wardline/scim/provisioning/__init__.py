"""The administrators' page about identity providers: their secrets, groups, problems, and what to allow."""
