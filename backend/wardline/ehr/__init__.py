"""Reading a hospital's records and filing notes there: contracts, FHIR R4 and HL7 v2, and a demonstration hospital."""
