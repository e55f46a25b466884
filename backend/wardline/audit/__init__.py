"""The audit trail: who viewed or changed which patient's data, stored so that no one can rewrite it undetected."""
