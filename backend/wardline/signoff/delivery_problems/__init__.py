"""Documents, faxes and filings that failed, as administrators see them, and what they can do about each."""
