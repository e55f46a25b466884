"""Telling people about duty, not about a consult: in the application, by push, text and e-mail; never of a patient."""
