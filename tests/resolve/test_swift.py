"""Swift: which module an import means, and whom calls mean."""

from __future__ import annotations

from tests.resolve.memory import bound, imported

MANIFEST = """\
import PackageDescription
let package = Package(
    name: "app", // .target(name: "Comment")
    products: [.library(name: "Core", targets: ["Core"]), .plugin(name: "Gen", targets: ["Gen"])],
    targets: [
        .target(
            name: "Core",
            dependencies: [.target(name: "Elsewhere"), .product(name: "Log", package: "x")],
            path: "lib/core"),
        .executableTarget(name: "app-tool", dependencies: ["Core"]),
        .testTarget(name: "CoreTests", dependencies: ["Core"]),
        .target(name: "Gone"),
    ]
)
"""
PACKAGE = {
    "Package.swift": MANIFEST,
    "lib/core/Store.swift": "public class Base { func ping() {} }\n"
    "public class Store: Base { var next: Store?\n func save() {} }\nfunc helper() {}\n",
    "lib/core/sub/Extra.swift": "extension Store { func more() { save(); helper(); next?.ping() }}"
    "\npublic enum Kind { case one(Int)\n static func make() -> Kind { .one(1) } }\n",
    "Sources/app-tool/main.swift": """\
import Foundation
import Core
import struct Core.Store
import app_tool
import Gone
func helper() {}
func run(store: Store, any: Unknown) {
    helper()
    store.more()
    store.ping()
    Core.helper()
    Kind.make()
    Kind.one(1)
    any.save()
    print(1)
    let made = Store()
    made.save()
    elsewhere()
}
""",
    "Tests/CoreTests/T.swift": "@testable import Core\nfunc t() { helper(); run() }\n",
    "other/Sources/Elsewhere/E.swift": "func elsewhere() {}\n",
}


def test_imports() -> None:
    assert imported(PACKAGE, "Sources/app-tool/main.swift") == {
        "Foundation": "external Foundation",
        "Core": "lib/core/Store.swift, lib/core/sub/Extra.swift",
        "Core:Store": "lib/core/Store.swift, lib/core/sub/Extra.swift",
        "app_tool": "Sources/app-tool/main.swift",
        "Gone": "dangling no folder Sources/Gone for the target Gone",
    }


def test_calls() -> None:
    assert bound(PACKAGE, "Sources/app-tool/main.swift") == {
        # That of its own module, not that of the one it imports.
        "8 helper": "Sources/app-tool/main.swift#helper",
        "9 more": "lib/core/sub/Extra.swift#Store.more",
        "10 ping": "lib/core/Store.swift#Base.ping",
        "11 helper": "lib/core/Store.swift#helper",
        "12 make": "lib/core/sub/Extra.swift#Kind.make",
        "13 one": "lib/core/sub/Extra.swift#Kind.one",
        "14 save": "candidate lib/core/Store.swift#Store.save",
        "15 print": "external",
        "16 Store": "lib/core/Store.swift#Store",
        "17 save": "lib/core/Store.swift#Store.save",
        # A module that is not imported is not seen.
        "18 elsewhere": "external",
    }
    assert bound(PACKAGE, "lib/core/sub/Extra.swift") == {
        "1 save": "lib/core/Store.swift#Store.save",
        "1 helper": "lib/core/Store.swift#helper",
        "1 ping": "lib/core/Store.swift#Base.ping",
        "3 one": "candidate lib/core/sub/Extra.swift#Kind.one",
    }
    assert bound(PACKAGE, "Tests/CoreTests/T.swift") == {
        "2 helper": "lib/core/Store.swift#helper",
        "2 run": "external",
    }
