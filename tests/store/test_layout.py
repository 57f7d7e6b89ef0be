"""Names to paths and back; what is no name of ours is None."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from uindex.errors import RecordError
from uindex.store import layout, manifest
from uindex.store.layout import GraphName, ManifestName, RecordName, VectorName
from uindex.store.manifest import Count, Manifest

OIDS = st.binary(min_size=20, max_size=20) | st.binary(min_size=32, max_size=32)
KEYS = st.from_regex(r"[a-z+#_]{1,12}-[0-9]{1,3}", fullmatch=True).map(str.encode)


@given(KEYS, OIDS)
def test_paths_of_records_come_back(key: bytes, oid: bytes) -> None:
    assert layout.parse(layout.record_path(key, oid)) == RecordName(key, oid)


@given(OIDS)
def test_paths_of_manifests_come_back(oid: bytes) -> None:
    assert layout.parse(layout.manifest_path(b"0f", oid)) == ManifestName(b"0f", oid)


@given(OIDS)
def test_paths_of_graphs_come_back(oid: bytes) -> None:
    name = layout.parse(layout.graph_path(b"0f", oid))
    assert isinstance(name, GraphName)
    assert name == GraphName(b"0f", oid)


@given(KEYS, KEYS, OIDS)
def test_paths_of_vectors_come_back(model: bytes, key: bytes, oid: bytes) -> None:
    path = layout.vector_path(model, key, oid)
    assert layout.parse(path) == VectorName(model, key, oid)
    assert layout.parse(path.replace(b"/" + key + b"/", b"/")) is None


@given(
    st.binary()
    | st.from_regex(
        r"(records|manifests|graphs|vectors)/[^/]*/[0-9a-fA-F./]{30,70}"
        r"|vectors/[a-z]-1/[^/]*/[0-9a-fA-F./]{30,70}"
    ).map(str.encode)
)
def test_other_paths_are_nothing(path: bytes) -> None:
    name = layout.parse(path)
    if isinstance(name, RecordName):
        assert layout.record_path(*name) == path
    elif isinstance(name, ManifestName):
        assert layout.manifest_path(*name) == path
    elif isinstance(name, GraphName):
        assert layout.graph_path(*name) == path
    elif isinstance(name, VectorName):
        assert layout.vector_path(*name) == path


@given(
    OIDS,
    st.dictionaries(st.text(max_size=9), st.builds(Count, st.integers(0, 9), st.integers(0, 9))),
    st.dictionaries(st.binary(max_size=9), st.text(max_size=9)),
)
def test_manifests_come_back(
    tree: bytes, counts: dict[str, Count], skipped: dict[bytes, str]
) -> None:
    made = Manifest(tree, b"0f", counts, skipped)
    assert manifest.decode(manifest.encode(made)) == made


@given(st.binary())
def test_bytes_that_are_no_manifest(data: bytes) -> None:
    try:
        manifest.decode(data)
    except RecordError:
        return
