"""PDF files from Typst templates: PDF/UA-1, in fonts that are installed with the product, one result for one input."""

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
"""For Latin, Greek, Cyrillic, Arabic, Hebrew, Devanagari, Bengali, Tamil, Telugu, Thai, Khmer, and Han with its kin."""
MOST_UNKNOWN_SIGNS: Final = 200
"""How many different signs may stand in a text that no font shows; each costs a try."""
_UNKNOWN: Final = re.compile(r'the text `"(.*?)"` could not be displayed', re.DOTALL)
_CONTROLS: Final = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
_ESCAPED: Final = re.compile(r"\\u\{([0-9a-f]+)\}")

_thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="typesetting")
"""A compiler remembers what it read, and is asked by one at a time."""


class TemplateFailed(Exception):
    """The template does not go with the data; the words of the compiler may hold data and are not kept."""


async def typeset(template: Path, data: Mapping[str, Any], *, paper: Paper, moment: datetime) -> bytes:
    """The PDF that `template` makes of `data`, which it reads as JSON from ``sys.inputs.data``.

    `moment` stands as the file's time. A sign that no font shows is written as its number, for example [U+1F600].
    Raises TemplateFailed.
    """
    return await asyncio.get_running_loop().run_in_executor(_thread, compiled, template, data, paper, moment)


def compiled(template: Path, data: Mapping[str, Any], paper: Paper, moment: datetime) -> bytes:
    """What `typeset` does, in the calling thread."""
    written = json.dumps(_printable(data), ensure_ascii=False)
    for _ in range(MOST_UNKNOWN_SIGNS):
        try:
            made = _compiler(template).compile(
                format="pdf",
                sys_inputs={"data": written, "paper": paper},
                pdf_standards=["ua-1"],
                timestamp=int(moment.timestamp()),
            )
        except TypstError as error:
            found = _UNKNOWN.search(error.message)
            if found is None:
                raise TemplateFailed from None
            signs = _ESCAPED.sub(lambda code: chr(int(code[1], 16)), found[1])
            replaced = _without(written, frozenset(signs))
            if replaced == written:
                raise TemplateFailed from None
            written = replaced
        else:
            if isinstance(made, bytes):
                return made
            break
    raise TemplateFailed


def _printable(data: Any) -> Any:
    """Without control characters, which no font shows and which are no part of what was said."""
    if isinstance(data, str):
        return _CONTROLS.sub("", data)
    if isinstance(data, Mapping):
        return {name: _printable(value) for name, value in data.items()}
    return [_printable(value) for value in data] if isinstance(data, list | tuple) else data


def _without(written: str, unknown: frozenset[str]) -> str:
    """The JSON text with these signs as their numbers, and without what would join or mark them."""
    kept: list[str] = []
    follows = False
    for sign in written:
        if follows and _extends(sign):
            continue
        follows = sign in unknown
        if follows and not sign.isascii():
            kept.append("" if _extends(sign) else f"[U+{ord(sign):04X}]")
        else:
            kept.append(sign)
    return "".join(kept)


def _extends(sign: str) -> bool:
    """A sign that stands for nothing alone: a joiner, a mark on the one before, the tone of its skin."""
    return unicodedata.category(sign) in {"Cf", "Mn", "Me"} or "\U0001f3fb" <= sign <= "\U0001f3ff"


@cache
def _compiler(template: Path) -> Compiler:
    folders = [str(files(package)) for package in FONT_PACKAGES]
    fonts = Fonts(include_system_fonts=False, include_embedded_fonts=False, font_paths=folders)
    return Compiler(str(template), font_paths=fonts)
