"""What becomes of a row."""

from wardline.core.forms.choices import Choice


class ImportedRowState(Choice):
    """What an import does with a row of its file."""

    NEW = "new", "New"
    CHANGED = "changed", "Changed"
    UNCHANGED = "unchanged", "Unchanged"
    MALFORMED = "malformed", "Not understood"
    DUPLICATE = "duplicate", "More than once"
    REFUSED = "refused", "Not allowed"


WRITTEN = (ImportedRowState.NEW, ImportedRowState.CHANGED)
FAULTY = (ImportedRowState.MALFORMED, ImportedRowState.DUPLICATE, ImportedRowState.REFUSED)
