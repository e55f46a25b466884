"""Calendars in tests."""

AMARA = "SUMMARY:Amara Feldspar"
HIROSHI = "SUMMARY:Obsidian, Hiroshi"


def event(*lines: str) -> str:
    """An event with these lines; without one of its own, its id is made of the others."""
    uid = () if any(line.startswith("UID:") for line in lines) else (f"UID:{'-'.join(lines)}",)
    return "\r\n".join(["BEGIN:VEVENT", *uid, *lines, "END:VEVENT"])


def calendar(*events: str, about: tuple[str, ...] = ()) -> str:
    return "\r\n".join(["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:test", *about, *events, "END:VCALENDAR", ""])


def shift(begin: str, end: str, who: str = AMARA, *more: str, zone: str | None = "America/New_York") -> str:
    """An event from `begin` until `end`, as in 20260304T070000, which are UTC if `zone` is "Z"."""
    head, tail = ("", "Z") if zone == "Z" else (f";TZID={zone}" if zone else "", "")
    return event(who, f"DTSTART{head}:{begin}{tail}", f"DTEND{head}:{end}{tail}", *more)
