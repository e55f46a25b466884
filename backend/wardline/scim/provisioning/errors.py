"""Why the roles of a group cannot be changed."""

from collections.abc import Sequence

from wardline.core.errors import ProductError


class GroupRolesChanged(ProductError):
    """Somebody else changed the roles after they were read; `roleIds` are those of now."""

    status = 412
    code = "group_roles_changed"
    message = "Someone else has changed the roles of this group in the meantime. Look at them and choose again."

    def __init__(self, role_ids: Sequence[int]) -> None:
        super().__init__(roleIds=list(role_ids))
