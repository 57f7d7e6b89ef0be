"""`find`: gather candidates, filter, order, cut, and look at the page that is shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uindex.cache.words import stem
from uindex.errors import UsageError
from uindex.extract.registry import LANGUAGES
from uindex.query import names, paths, prose, rank, slips
from uindex.query.documents import is_document, is_within
from uindex.query.options import DEFAULT_LIMIT, GraphOptions
from uindex.query.parse import ERROR, PATH, REGEX, WORDS, Query, parse
from uindex.query.prose import Question
from uindex.query.results import Answer
from uindex.query.units import is_identifier
from uindex.query.view import View, details, resolved, with_texts
from uindex.record import KINDS

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from uindex.cache.reader import FileRow
    from uindex.query.corpus import Corpus
    from uindex.query.evidence import Evidence
    from uindex.query.options import FindOptions
    from uindex.query.rank import Candidate

_LANGS = [lang for lang, info in LANGUAGES.items() if not info.one_of]
"""What a record may be of: a header turns out to be C or C++."""
WITHIN = ("all", "code", "docs")


def find(view: View, text: str, options: FindOptions, prefix: bytes = b"") -> Answer:
    """The page of results that `options` asks for; `prefix` is the folder we stand in, for paths
    in questions about links.  Raises UsageError."""
    told = view.notes
    if options.allow is not None:
        told += options.allow.notes(view.corpus)
    if options.like is not None:
        query, candidates = _alike(view, text, options, prefix)
        return _page(view, query, candidates, told, options)._replace(asked=options.like)
    query = parse(text, regex=options.regex)
    if query.mode == WORDS and may_ask_of_links(query.text):
        answer = _of_graph(view, query, prefix, options)
        if answer is not None:
            return answer
    candidates, notes = gathered(view.corpus, query, options)
    return _page(view, query, candidates, told + notes, options)


def gathered(
    corpus: Corpus, query: Query, options: FindOptions
) -> tuple[list[Candidate], tuple[str, ...]]:
    """All that answers a query, in no order, and notes.  Raises UsageError."""
    chosen = Filter(corpus, options)
    candidates = _by_name(corpus, query, chosen, options.explain)
    if not _asks_for_words(query, candidates):
        return candidates, ()
    more, notes = _by_words(corpus, query, chosen, candidates, options.explain)
    return candidates + more, notes


_LINK_WORDS = frozenset(
    "call calls calling called callers callees invoke invokes invoked break breaks fail fails"
    " affected impacted impact effect effects blast happens use uses using used users usage usages"
    " reference references referenced depend depends dependents importers import imports imported"
    " include includes included require requires".split()
)
"""A question about links has one of these."""


def may_ask_of_links(text: str) -> bool:
    """Whether `classify` might find a question about links; for most it need not be imported."""
    return not _LINK_WORDS.isdisjoint(text.lower().rstrip("?!. ").split())


def _of_graph(view: View, query: Query, prefix: bytes, options: FindOptions) -> Answer | None:
    from uindex.query.route import answered, suits, texts  # only for questions about links

    if not suits(options):
        return None
    limit, evidence = _limits(query, options)
    _, answer = answered(view, query, prefix, GraphOptions(limit=limit, offset=options.offset))
    if answer is None or evidence is None:
        return answer
    from uindex.query.evidence import sourced  # only with source

    return sourced(answer, texts(view, answer.results), evidence)


def find_named(view: View, text: str, options: FindOptions) -> Answer | None:
    """`find` where names are all that has a say, so that the view need hold only what the query
    names; None where it takes the whole tree.  Raises UsageError."""
    query = parse(text)
    candidates = _named(view.corpus, query, Filter(view.corpus, options), options.explain)
    if not candidates or _asks_for_words(query, candidates):
        return None
    return _page(view, query, candidates, view.notes, options)


def _page(
    view: View,
    query: Query,
    candidates: Sequence[Candidate],
    notes: tuple[str, ...],
    options: FindOptions,
) -> Answer:
    ordered = resolved(view, candidates)
    limit, evidence = _limits(query, options)
    page = ordered[options.offset : options.offset + limit]
    answer = Answer(
        query=query.text,
        mode=query.mode,
        total=len(ordered),
        offset=options.offset,
        results=[] if evidence else details(view, page),
        searched=view.searched,
        notes=notes,
    )
    if evidence is None:
        return answer
    from uindex.query.evidence import most, sourced  # only with source

    return sourced(answer, with_texts(view, page[: most(evidence.tokens)]), evidence)


def _limits(query: Query, options: FindOptions) -> tuple[int, Evidence | None]:
    """How many results there may be, and what they may cost with their source."""
    if not options.source:
        return DEFAULT_LIMIT if options.limit is None else options.limit, None
    from uindex.query.classify import classify  # only with source
    from uindex.query.evidence import Evidence

    kind = classify(query).kind
    limit = kind.results if options.limit is None else options.limit
    budget = kind.tokens if options.budget is None else options.budget
    words = {term.stem: term.weight for term in query.terms}
    return limit, Evidence(budget, words, limit, kind.name)


def _alike(
    view: View, text: str, options: FindOptions, prefix: bytes
) -> tuple[Query, list[Candidate]]:
    """What resembles a place, in other files than its own."""
    from uindex.query.alike import OTHER_KIND_COST, place_of, query_of  # only with --more-like

    assert options.like is not None
    chosen = Filter(view.corpus, options)
    one = place_of(view, options.like, prefix)
    query = query_of(view, one, text)
    keep = lambda row: row.path != one.path and chosen.file(row)  # noqa: E731
    found = prose.search(view.corpus, Question(query, keep, chosen.narrow, options.explain))
    langs = view.corpus.langs({one.blob, *(other.blob for other in found.candidates)})
    candidates = [
        other
        if is_document(other.path, langs[other.blob]) == is_document(one.path, langs[one.blob])
        else other._replace(score=round(other.score - OTHER_KIND_COST, 6))
        for other in chosen.candidates(found.candidates)
    ]
    return query._replace(text=text, mode="like"), candidates


def _asks_for_words(query: Query, found: Sequence[Candidate]) -> bool:
    """Whether plain language has a say: always for several words; for a name that nothing is called
    and few things resemble; for a path only where nothing has it."""
    if query.mode in (WORDS, ERROR):
        return True
    few = 1 if query.mode == PATH else rank.FEW
    return (
        query.mode != REGEX
        and len(found) < few
        and not any(one.score >= rank.FOLDED for one in found)
    )


def _by_name(corpus: Corpus, query: Query, chosen: Filter, explain: bool) -> list[Candidate]:
    if query.mode == REGEX:
        from uindex.query.pattern import search  # starts a process: only where it is asked for

        return _candidates(corpus, search(corpus, query.text), chosen, explain)
    if query.mode == ERROR:
        from uindex.query import frames  # only for the text of an error

        return chosen.candidates(frames.candidates(corpus, query, explain=explain))
    found = _named(corpus, query, chosen, explain)
    if not found and _may_be_mistyped(corpus, query):
        found = _candidates(corpus, slips.typos(corpus, query), chosen, explain)
    return found


def _may_be_mistyped(corpus: Corpus, query: Query) -> bool:
    """Whether names like the query's are to be looked for: of several words one must be unknown."""
    if not query.stems or len(query.text.split()) > names.MOST_WORDS:
        return False
    if query.mode != WORDS:
        return True
    stems = map(stem, query.words)
    return any(not corpus.terms(one) and not corpus.path_files(one) for one in stems)


def _candidates(
    corpus: Corpus, found: names.Found, chosen: Filter, explain: bool
) -> list[Candidate]:
    return chosen.candidates(names.candidates(corpus, found, explain=explain))


def _named(corpus: Corpus, query: Query, chosen: Filter, explain: bool) -> list[Candidate]:
    return chosen.candidates(
        names.candidates(corpus, names.search(corpus, query), query.key, explain=explain)
        + paths.files(corpus, query, explain=explain)
    )


def _by_words(
    corpus: Corpus, query: Query, chosen: Filter, named: Sequence[Candidate], explain: bool
) -> tuple[list[Candidate], tuple[str, ...]]:
    """Files by their words, those left out that are in by a name already."""
    known = {one.path for one in named if one.score > rank.WORDS}
    keep = lambda row: row.path not in known and chosen.file(row)  # noqa: E731
    found = prose.search(corpus, Question(query, keep, chosen.narrow, explain))
    candidates = chosen.candidates(found.candidates)
    notes: tuple[str, ...] = ()
    if not is_identifier(query) and found.files > len(found.candidates) >= rank.BEST_FILES:
        listed = f"the best {len(found.candidates)} are listed"
        notes = (f"{found.files} files have some of these words; {listed}",)
    if found.unread:
        notes = ("more files have its words here and there, and were not looked into",)
    if query.mode == ERROR and query.message:
        notes = (*notes, f"no text of messages is indexed; to look: git grep -nF '{query.message}'")
    if corpus.similar is not None and corpus.similar.problem:
        notes = (*notes, corpus.similar.problem)
    return candidates, notes


class Filter:
    """What `--kind --lang --path --in --allowlist` leave."""

    def __init__(self, corpus: Corpus, options: FindOptions) -> None:
        if options.within not in WITHIN:
            raise UsageError(f"--in {options.within}: is one of {', '.join(WITHIN)}")
        unknown = [kind for kind in options.kinds if kind not in KINDS]
        if unknown:
            raise UsageError(f"--kind {unknown[0]}: no such kind; one of {' '.join(KINDS)}")
        self._corpus = corpus
        self._names = options.kinds
        self._kinds = {KINDS.index(kind) for kind in options.kinds} if options.kinds else None
        self._langs = frozenset(map(_language, options.langs))
        self._within = options.within
        self._allow = options.allow
        self._matches = path_filter(options.paths) if options.paths else None
        self.narrow = bool(options.paths) and all(map(_names_folder, options.paths))
        """Whether only what lies in certain folders may answer."""
        self._lang_of: dict[int, str] = {}

    def file(self, row: FileRow) -> bool:
        """Whether a file may answer."""
        return self._path(row.path) and self._fits(row.path, row.blob, -1)

    def candidates(self, found: Sequence[Candidate]) -> list[Candidate]:
        """Those that may answer."""
        if self._langs or self._within != "all":
            self._know({one.blob for one in found})
        return [
            one
            for one in found
            if self._kind(one)
            and self._path(one.path)
            and self._fits(one.path, one.blob, one.kind if one.at >= 0 else -1)
        ]

    def _kind(self, one: Candidate) -> bool:
        if self._kinds is None:
            return True
        return one.kind in self._kinds if one.at >= 0 else "file" in self._names

    def _path(self, path: bytes) -> bool:
        if self._allow is not None and not self._allow.lets(path):
            return False
        return self._matches is None or self._matches(path)

    def _fits(self, path: bytes, blob: int, kind: int) -> bool:
        if not self._langs and self._within == "all":
            return True
        if blob not in self._lang_of:
            self._know({blob})
        lang = self._lang_of[blob]
        return (not self._langs or lang in self._langs) and is_within(
            path, lang, kind, self._within
        )

    def _know(self, blobs: set[int]) -> None:
        self._lang_of.update(self._corpus.langs(blobs - self._lang_of.keys()))


def _language(name: str) -> str:
    """A language as we call it, whatever a person does.  UsageError if there is none."""
    if name in _LANGS:
        return name
    from uindex.selection.settings import language_called  # only for what is not our own word

    known = language_called(name)
    if not known:
        raise UsageError(f"--lang {name}: no such language; one of {' '.join(_LANGS)}")
    return known


def _names_folder(glob: str) -> bool:
    """Whether a glob begins with a folder, so that it is about one tree of the repository."""
    folder = glob.lstrip("/").partition("/")[0]
    return folder != glob.lstrip("/") and not set("*?[!").intersection(folder)


def path_filter(globs: Sequence[str]) -> Callable[[bytes], bool]:
    """Whether a path, or a folder above it, matches one of the globs."""
    from uindex.selection.globs import compile_glob  # only where a path is asked for

    compiled = [compile_glob(glob.encode("utf-8", "surrogateescape")) for glob in globs]

    def matches(path: bytes) -> bool:
        at = len(path)
        while at > 0:
            part = path[:at]
            if any((at < len(path) or not g.folder) and g.matches(part) for g in compiled):
                return True
            at = path.rfind(b"/", 0, at)
        return False

    return matches
