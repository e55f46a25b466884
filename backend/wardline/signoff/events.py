"""Events about sign-offs."""

from wardline.consults.events import ConsultEvent


class SignoffChanged(ConsultEvent):
    name = "consult:signoff-changed"
