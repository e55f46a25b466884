"""What administrators see of documents, faxes and filings that failed, and what they can do about each."""
