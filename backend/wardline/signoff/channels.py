"""How signed notes are sent: by fax, and to the hospital's record."""

from wardline.fax.registry import FAX
from wardline.outbox.contract import channels
from wardline.signoff.faxing import FaxChannel
from wardline.signoff.filing import FILING, FilingChannel

channels[FAX] = FaxChannel()
channels[FILING] = FilingChannel()
