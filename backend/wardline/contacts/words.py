"""What codes and tests say. None contains anything about a patient."""

from wardline.contacts.codes import LIFETIME

_MINUTES = int(LIFETIME.total_seconds()) // 60

CODE_SUBJECT = "Your Wardline verification code"
TEST_SUBJECT = "Wardline test"
TEST_TEXT = "Wardline test: requests can reach you here. You do not need to reply. Text STOP to opt out."
TEST_MAIL = "This is a test from Wardline: requests can reach you at this address. You do not need to reply."
TOO_LATE_CALL = "This is Wardline. This call is too late to be of use. Please ask for a new one. Goodbye."
TEST_CALL = "This is a test from Wardline. Requests can reach you at this number. You can hang up now. Goodbye."


def code_text(code: str) -> str:
    return f"Wardline verification code: {code}. It expires in {_MINUTES} minutes. Text STOP to opt out."


def code_mail(code: str) -> str:
    return (
        f"Your Wardline verification code is {code}. It expires in {_MINUTES} minutes.\n\n"
        "If you did not add this address in Wardline, ignore this message."
    )


def code_call(code: str) -> str:
    """The digits slowly, twice."""
    digits = ". ".join(code)
    return f"This is Wardline with your verification code. {digits}. Again: {digits}. Goodbye."
