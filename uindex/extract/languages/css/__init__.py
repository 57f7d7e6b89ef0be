"""CSS."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uindex.extract.language import Draft, Language, Reading, Source, split_chain
from uindex.extract.languages import stylesheet
from uindex.extract.languages.stylesheet import Styles
from uindex.record import Link

if TYPE_CHECKING:
    from collections.abc import Iterable


class Css(Language):
    """Selectors, custom properties and what at-rules name are symbols."""

    keywords = stylesheet.KEYWORDS
    dialect = "css"

    def read(self, data: bytes) -> Reading:
        styles = Styles(data, 0, len(data), dialect=self.dialect)
        spans = styles.read()
        return Reading(spans, [], (), styles.damaged)

    def finish(self, draft: Draft, source: Source, parents: list[Draft]) -> Draft | None:
        return stylesheet.finish(draft, parents)

    def signature(self, draft: Draft, source: Source) -> str:
        return stylesheet.signature(draft, source, super().signature(draft, source))

    def call(self, text: str) -> tuple[str, str]:
        return (text, "") if stylesheet.sigiled(text) else split_chain(text)

    def imports(self, text: str, line: int, symbol: int) -> Iterable[Link]:
        for name, module, alias in stylesheet.imports(text):
            yield Link("import", name, module, alias, line, symbol)


LANGUAGE = Css()
