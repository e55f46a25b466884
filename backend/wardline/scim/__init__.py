"""People and groups that an identity provider keeps up to date over SCIM 2.0 (RFC 7643, RFC 7644)."""
