"""Closed lists about paging."""

from typing import Final

from wardline.core.forms.choices import Choice


class EscalationKind(Choice):
    """What people are paged about."""

    REQUEST = "request", "New Consult"
    URGENT_COMMENT = "urgentComment", "Urgent Comment"
    TRANSFER = "transfer", "Transfer Requested"
    FOLLOW_UP = "followUp", "No Activity After Acknowledgment"
    """Someone acknowledged the consult, or took it over, and nothing has happened since."""
    HAND_OVER = "handOver", "Consult Handed Over to You"


UNTIL_OPENED: Final = frozenset({EscalationKind.URGENT_COMMENT, EscalationKind.HAND_OVER})
"""They end once someone has opened what they are about."""


class PageTarget(Choice):
    """Who is paged; the people are determined when the step is due."""

    ALL_NOTIFICATIONS = "allNotifications", "On call for all notifications"
    ESCALATION_ONLY = "escalationOnly", "On call for escalations only"
    PLANNED_ALL = "plannedAll", "Planned for all notifications, on call or not"
    PLANNED_ESCALATION = "plannedEscalation", "Planned for escalations only, on call or not"
    COORDINATORS = "coordinators", "Coordinators"
    TRANSFER_ON_CALL = "transferOnCall", "On call for transfers"
    REQUESTER = "requester", "Requester"
    ACKNOWLEDGER = "acknowledger", "Acknowledging provider"
    RESPONSIBLE = "responsible", "Responsible provider"
    LAST_RESORT = "lastResort", "Backup number of the service line"


ON_CALL: Final = (PageTarget.ALL_NOTIFICATIONS, PageTarget.ESCALATION_ONLY)
"""Those whom a request pages only while they are on call."""
PLANNED: Final = (PageTarget.PLANNED_ALL, PageTarget.PLANNED_ESCALATION)
"""Those whom a request pages while a call schedule plans them, where the hospital's policy says so."""
CAN_TAKE_ON: Final = (*ON_CALL, *PLANNED)
"""Those who can take a request on, which coordinators cannot."""


class PageChannel(Choice):
    SCREEN = "screen", "Screen"
    PUSH = "push", "Push notification"
    TEXT = "text", "Text message"
    CALL = "call", "Phone call"
    EMAIL = "email", "E-mail"


CONFIRMING: Final = frozenset({PageChannel.SCREEN, PageChannel.TEXT, PageChannel.PUSH})
"""Channels whose delivery reaches the person's own device; a mail server or a voice mailbox may be all that a message
or a call has reached."""


class EndReason(Choice):
    """Why nobody is paged anymore."""

    ACKNOWLEDGED = "acknowledged", "Acknowledged"
    COMPLETED = "completed", "Completed"
    CANCELLED = "cancelled", "Cancelled"
    OPENED = "opened", "Opened"
    CLOSED = "closed", "Closed"
    ACTIVE = "active", "Something was done"
    TOLD = "told", "Everyone was told"
    HANDED_OVER = "handedOver", "Handed over"


class SkipReason(Choice):
    """Why a move paged nobody, so that the next one followed at once."""

    NOBODY = "nobody", "Nobody is there"
    ALL_ANSWERED = "allAnswered", "Everyone declined or has been told"
    OUTSIDE_HOURS = "outsideHours", "Outside the hours of the step"


class NotPaged(Choice):
    """Why someone who should have been paged was not; proof, like the page itself."""

    NO_ACCESS = "noAccess", "May not view the consult"


class PagingAction(Choice):
    """What a user may do about a consult's pages, and about who answers them."""

    DECLINE_PAGE = "declinePage", "Decline"
    CONFIRM_ON_THE_PHONE = "confirmOnThePhone", "I Am on the Phone With Them"
    HAND_OVER = "handOver", "Hand Over"


class NodeTask(Choice):
    """What the processes of a node do."""

    SERVES = "serves", "Answers requests"
    WORKS = "works", "Pages people and runs background work"
    AUDITS = "audits", "Audits pages"


class AlarmKind(Choice):
    """What the auditor of pages finds."""

    PLAN_MISSING = "planMissing", "A request without a next step"
    """Someone has to answer it, and nobody will be paged."""
    MOVE_OVERDUE = "moveOverdue", "A step of an escalation is overdue"
    MOVE_FAILING = "moveFailing", "A step of an escalation keeps failing"
    NOTICE_LOST = "noticeLost", "A page was not sent"
    PROVIDER_SILENT = "providerSilent", "No receipts for pages that were sent"
    WORKER_STOPPED = "workerStopped", "Nothing sends pages"
    NOBODY_REACHED = "nobodyReached", "A request has reached nobody"
    NOBODY_ANSWERED = "nobodyAnswered", "A request that nobody has answered"
    """Everyone has been paged, and the backup number called."""
    NOBODY_ON_CALL = "nobodyOnCall", "An open service line has nobody on call"
    NO_CONTACT = "noContact", "Someone on call has no verified contact"
    CLOCK_SKEW = "clockSkew", "A clock is wrong"
