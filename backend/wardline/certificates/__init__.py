"""When the certificates of this site and of other systems expire, before users notice it."""
