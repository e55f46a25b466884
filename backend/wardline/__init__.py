"""Wardline: virtual consults between the ward and the specialist on call."""
