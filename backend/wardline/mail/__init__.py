"""E-mail: a mail server behind a contract."""
