"""How users can be reached outside the application: their phones, mailboxes and browsers, each verified."""
