"""What crosses the wire and how it is validated: fields, choices, rules, messages."""
