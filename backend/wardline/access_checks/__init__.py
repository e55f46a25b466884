"""Why a person can, or cannot, do something: the same policies as the real call, asked for somebody else."""
