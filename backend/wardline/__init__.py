"""Wardline: virtual consults between bedside staff and the specialist on call."""
