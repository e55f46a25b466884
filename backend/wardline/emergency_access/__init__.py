"""Emergency access: reading a patient's consults beyond one's lines, for a while, recorded, and reviewed."""
