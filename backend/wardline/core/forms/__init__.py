"""Types of the wire format and their validation: fields, choices, rules, messages."""
