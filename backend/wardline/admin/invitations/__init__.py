"""Administrators invite people who have never signed in, by e-mail or with a link that they pass on themselves."""
