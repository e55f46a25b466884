"""PDF files from Typst templates: PDF/UA-1, reproducible, with fonts that are installed with the product."""

import asyncio
import json
import re
import unicodedata
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Final, Literal

from typst import Compiler, Fonts, TypstError

from wardline.core.text.font_coverage import characters_of

Paper = Literal["us-letter", "a4"]

FONT_PACKAGES: Final = (
    "fontpkg_noto_sans",
    "fontpkg_noto_sans_arabic",
    "fontpkg_heebo",
    "fontpkg_noto_sans_devanagari",
    "fontpkg_hind_siliguri",
    "fontpkg_noto_sans_tamil",
    "fontpkg_noto_sans_telugu",
    "fontpkg_noto_sans_thai",
    "fontpkg_noto_sans_khmer",
    "noto_cjk_sans_jp_regular",
)
"""For Latin, Greek, Cyrillic, Arabic, Hebrew, Devanagari, Bengali, Tamil, Telugu, Thai, Khmer, and CJK."""
_BREAKS: Final = frozenset("\t\n")
_UNPRINTABLE: Final = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ufeff]")
"""Control characters, and the byte order mark, which PDF/UA-1 refuses."""

_thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="typesetting")
"""A compiler caches the files that it read, and is not thread-safe."""


class TemplateFailed(Exception):
    """The template does not fit the data. The compiler's own message may quote data and is dropped."""


async def typeset(template: Path, data: Mapping[str, Any], *, paper: Paper, moment: datetime) -> bytes:
    """Renders `data`, which `template` reads as JSON from ``sys.inputs.data``, as a PDF dated `moment`.

    A character that no font has is replaced by its code point, for example [U+1F600].
    Raises TemplateFailed.
    """
    return await asyncio.get_running_loop().run_in_executor(_thread, compile_pdf, template, data, paper, moment)


def compile_pdf(template: Path, data: Mapping[str, Any], paper: Paper, moment: datetime) -> bytes:
    """Like `typeset`, but in the calling thread."""
    text = json.dumps(_printable(data), ensure_ascii=False)
    try:
        pdf = _compiler(template).compile(
            format="pdf",
            sys_inputs={"data": text, "paper": paper},
            pdf_standards=["ua-1"],
            timestamp=int(moment.timestamp()),
        )
    except TypstError:
        raise TemplateFailed from None
    if not isinstance(pdf, bytes):
        raise TemplateFailed
    return pdf


def _printable(data: Any) -> Any:
    """Without unprintable characters, and with placeholders for characters that no font has.

    One missing glyph fails the whole document, and the compiler reports only the first.
    """
    if isinstance(data, str):
        return _with_placeholders(_UNPRINTABLE.sub("", data))
    if isinstance(data, Mapping):
        return {name: _printable(value) for name, value in data.items()}
    return [_printable(value) for value in data] if isinstance(data, list | tuple) else data


def _with_placeholders(text: str) -> str:
    printable = printable_characters()
    if text.isascii() or printable.issuperset(text):
        return text
    parts: list[str] = []
    is_replaced = False
    for character in text:
        extends = _extends(character)
        if is_replaced and extends:
            continue
        is_printable = character in printable or character in _BREAKS
        is_replaced = not (is_printable or extends)
        if is_printable:
            parts.append(character)
        elif is_replaced:
            parts.append(f"[U+{ord(character):04X}]")
    return "".join(parts)


def _extends(character: str) -> bool:
    """Whether it modifies the preceding character: a joiner, a combining mark, a skin tone."""
    return unicodedata.category(character) in {"Cf", "Mn", "Me"} or "\U0001f3fb" <= character <= "\U0001f3ff"


@cache
def printable_characters() -> frozenset[str]:
    """The characters that at least one of our fonts has."""
    fonts = (font for package in FONT_PACKAGES for font in Path(str(files(package))).rglob("*.[ot]tf"))
    return frozenset().union(*(characters_of(font.read_bytes()) for font in fonts))


@cache
def _compiler(template: Path) -> Compiler:
    folders = [str(files(package)) for package in FONT_PACKAGES]
    fonts = Fonts(include_system_fonts=False, include_embedded_fonts=False, font_paths=folders)
    return Compiler(str(template), font_paths=fonts)
