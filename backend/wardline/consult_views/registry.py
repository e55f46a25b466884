"""Every domain that adds to consults. A new one adds its `ConsultPart` to this list."""

from typing import Any, Final

from wardline.consults.parts import ConsultPart
from wardline.paging.consult_part import PAGING
from wardline.signoff.consult_part import SIGN_OFF
from wardline.transfers.consult_part import TRANSFER
from wardline.video.consult_part import VIDEO

PARTS: Final[tuple[ConsultPart[Any], ...]] = (VIDEO, SIGN_OFF, TRANSFER, PAGING)
"""Their actions and fields follow the consult's own, in this order."""
