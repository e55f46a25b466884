"""States of invitations."""

from wardline.core.forms.choices import Choice


class InvitationState(Choice):
    """Whether somebody has been asked to sign in, and has."""

    NOT_INVITED = "notInvited", "Not invited"
    INVITED = "invited", "Invited"
    EXPIRED = "expired", "Invitation expired"
    ACTIVE = "active", "Has signed in"


class InvitationLinkKind(Choice):
    """Where the link of an invitation leads."""

    POLICY = "policy", "The identity provider's invitation"
    SIGN_IN = "signIn", "The sign-in page"


class InvitationMailState(Choice):
    """How far the e-mail of an invitation has got."""

    QUEUED = "queued", "Queued"
    SENT = "sent", "Sent"
    FAILED = "failed", "Failed"
