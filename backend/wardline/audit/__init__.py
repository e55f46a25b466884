"""The audit trail: who saw or changed which patient's data, kept so that nobody can rewrite it unnoticed."""
