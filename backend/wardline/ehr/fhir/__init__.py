"""Reading a hospital's FHIR R4 server, and filing documents there."""
