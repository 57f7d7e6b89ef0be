"""Protocol buffers: roots of imports, and types by package."""

from __future__ import annotations

import pytest

from tests.resolve.memory import facts, imported
from uindex.resolve.bind import Binder

TREE = {
    "proto/acme/shop/v1/cart.proto": """syntax = "proto3";
package acme.shop.v1;
import "acme/base/v1/money.proto";
message Cart {
  Item item = 1;
  acme.base.v1.Money m = 2;
  base.v1.Money n = 3;
  Item.Kind k = 4;
  .acme.base.v1.Money z = 5;
  message Inner { int32 a = 1; }
  Inner i = 6;
  google.protobuf.Duration d = 7;
  Gone g = 8;
}
service Shop { rpc Go(Cart) returns (Item); }
""",
    "proto/acme/shop/v1/item.proto": 'syntax = "proto3";\npackage acme.shop.v1;\n'
    "message Item { enum Kind { A = 0; } }\n",
    "proto/acme/base/v1/money.proto": 'syntax = "proto3";\npackage acme.base.v1;\n'
    "message Money { int32 a = 1; }\nmessage Item { int32 a = 1; }\n",
    "old/acme/base/v1/money.proto": 'syntax = "proto3";\npackage acme.base.v1;\n'
    "message Money { int32 a = 1; }\n",
}


@pytest.mark.parametrize(
    ("specifier", "leads"),
    [
        ("acme/base/v1/money.proto", "proto/acme/base/v1/money.proto"),
        ("item.proto", "proto/acme/shop/v1/item.proto"),
        ("acme/base/v1/gone.proto", "dangling no such file: acme/base/v1/gone.proto"),
        ("money.proto", "external money.proto"),
        ("google/protobuf/duration.proto", "external google"),
    ],
)
def test_imports(specifier: str, leads: str) -> None:
    path = "proto/acme/shop/v1/x.proto"
    texts = TREE | {path: f'syntax = "proto3";\nimport "{specifier}";\n'}
    assert list(imported(texts, path).values()) == [leads]


def test_types() -> None:
    known = facts(TREE)
    binder = Binder(known)
    path = "proto/acme/shop/v1/cart.proto"
    record = known.record(path)
    assert record is not None
    said = []
    for link in record.links:
        if link.kind == "use":
            target = binder.bind(path, link)
            places = [f"{p.path}#{binder.symbol(p).qualname}" for p in target.places]
            said.append(f"{link.line} " + (" ".join(places) or target.status))
    money = "proto/acme/base/v1/money.proto#Money"
    assert said == [
        "5 proto/acme/shop/v1/item.proto#Item",
        f"6 {money}",
        f"7 {money}",
        "8 proto/acme/shop/v1/item.proto#Item.Kind",
        f"9 {money}",
        "11 proto/acme/shop/v1/cart.proto#Cart.Inner",
        "12 external",
        "13 external",
        "15 proto/acme/shop/v1/cart.proto#Cart",
        "15 proto/acme/shop/v1/item.proto#Item",
    ]
