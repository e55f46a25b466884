"""The demonstration hospital: synthetic patients behind a small FHIR R4 server inside the process."""
