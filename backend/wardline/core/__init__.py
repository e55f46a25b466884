"""What every domain builds on; knows nothing of consults."""
