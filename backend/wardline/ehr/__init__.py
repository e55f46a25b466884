"""What Wardline reads from a hospital's records: one contract, a FHIR R4 implementation, a demonstration hospital."""
