"""Drafts of objects: saved, approved, published at once or later, or discarded."""
