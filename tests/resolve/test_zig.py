"""Zig: which file an import means, and whom calls mean."""

from __future__ import annotations

from tests.resolve.memory import bound, imported

PROJECT = {
    "build.zig": """\
pub fn build(b: *std.Build) void {
    const core_module = b.addModule("core", .{ .root_source_file = b.path("src/core.zig") });
    const exe = b.addExecutable(.{ .root_module = b.createModule(.{
        .root_source_file = b.path("src/main.zig"),
        .imports = &.{ .{ .name = "listed", .module = core_module } },
    }) });
    exe.root_module.addImport("added", options.core_module);
    // exe.root_module.addImport("told", core_module);
    const generated = other.createModule();
    exe.root_module.addImport("options", generated);
}
""",
    "src/core.zig": "pub const Deep = struct {\n"
    "  pub const Inner = struct { pub fn go() void {} }; };\n"
    "pub fn List(comptime T: type) type { return struct { const Self = @This();\n"
    "  pub fn init() Self {} \n  pub fn push(self: *Self) void { self.grow(); }\n"
    "  fn grow(self: *Self) void {} }; }\n",
    "src/File.zig": "const File = @This();\nnext: ?*File,\npub fn init() File {}\n"
    "pub fn read(self: *File) void { self.next.?.read(); helper(); self.init(); }\n"
    "fn helper() void {}\n",
    "src/main.zig": """\
const std = @import("std");
const core = @import("core");
const listed = @import("listed");
const added = @import("added");
const told = @import("told");
const options = @import("options");
const File = @import("File.zig");
const Inner = @import("core.zig").Deep.Inner;
const gone = @import("gone.zig");
const out = @import("../../out.zig");
const Also = File;
const go = Inner.go;
pub fn main(file: *File, any: anytype) void {
    file.read();
    Also.init().read();
    Inner.go();
    go();
    core.Deep.Inner.go();
    const list = core.List(u8).init();
    list.push();
    const other: File = .init();
    any.push();
    std.debug.print("", .{});
    gone.x();
}
""",
}


def test_imports() -> None:
    assert imported(PROJECT, "src/main.zig") == {
        "std": "external std",
        "core": "src/core.zig",
        "listed": "src/core.zig",
        "added": "src/core.zig",
        "told": "external told",
        "options": "external options",
        "File.zig": "src/File.zig",
        "core.zig:Deep.Inner": "src/core.zig",
        "gone.zig": "dangling no file src/gone.zig",
        "../../out.zig": "dangling ../../out.zig leads out of the repository",
    }


def test_calls() -> None:
    go = "src/core.zig#Deep.Inner.go"
    assert bound(PROJECT, "src/main.zig") == {
        "14 read": "src/File.zig#read",
        "15 init": "src/File.zig#init",
        "15 read": "src/File.zig#read",
        "16 go": go,
        "17 go": go,
        "18 go": go,
        "19 List": "src/core.zig#List",
        "19 init": "src/core.zig#List.init",
        "20 push": "candidate src/core.zig#List.push",
        # Which type's, only the context says.
        "21 init": "candidate src/File.zig#init, src/core.zig#List.init",
        "22 push": "candidate src/core.zig#List.push",
        "23 print": "external",
        "24 x": "dangling no file src/gone.zig",
    }
    assert bound(PROJECT, "src/File.zig") == {
        "4 read": "src/File.zig#read",
        "4 helper": "src/File.zig#helper",
        "4 init": "src/File.zig#init",
    }
    assert bound(PROJECT, "src/core.zig") == {"5 grow": "src/core.zig#List.grow"}
