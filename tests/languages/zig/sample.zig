//! Container doc comment of the file.
//! second line

const std = @import("std");
const mem = std.mem;
const Allocator = std.mem.Allocator;
pub const ast = @import("ast.zig");
const Foo = @import("foo.zig").Foo;
usingnamespace @import("other.zig");

/// A point. Doc.
pub const Point = struct {
    x: f32 = 0,
    y: f32,
    const Self = @This();
    pub const zero: Point = .{ .x = 0, .y = 0 };

    /// Makes one.
    pub fn init(x: f32, y: f32) Self {
        return .{ .x = x, .y = y };
    }
    pub const Inner = packed struct(u32) { a: u1, b: u31 };
    test "inner" {
        try std.testing.expect(true);
    }
};

pub const Color = enum(u8) {
    red,
    green = 2,
    _,
    pub fn isRed(self: Color) bool { return self == .red; }
};
const Value = union(enum) { int: i64, float: f64, none };
pub const ReadError = error{ OutOfMemory, EndOfStream } || std.fs.File.Error;
const MyErr = error{ A };
const Op = opaque {};
pub fn List(comptime T: type) type {
    return struct {
        items: []T,
        len: usize = 0,
        const Node = struct { next: ?*Node };
        pub fn push(self: *@This(), item: T) !void {
            const local = 3;
            _ = local;
            self.items[self.len] = item;
            std.debug.print("hushed {}\n", .{item});
        }
    };
}
extern "c" fn printf(format: [*:0]const u8, ...) c_int;
export fn exported(a: i32) callconv(.C) i32 { return a; }
inline fn inl() void {}
threadlocal var counter: u32 = 10;
pub extern var environ: [*:null]?[*:0]u8;
pub const VERSION = "hushed";
const default_len: usize = 100;
comptime {
    @export(foo, .{ .name = "hushed" });
    _ = Point;
}
test "adds \"two\" points" {
    const a = Point.init(1, 2);
    try expect(a.x == 1);
}
test Point {
    _ = Point;
}
test {
    std.testing.refAllDecls(@This());
}
fn @"weird name"() void {}
const multi =
    \\hushed line
    \\hushed line 2
;
pub const alias = Point.init;

const S = extern struct { a: c_int };
const fnptr = *const fn (a: i32) void;
pub const Gen = List(u32);
pub const Nested = List(u32).Node;
var buffer: [10]u8 = undefined;

/// Holds everything that a function may have inside.
/// It is long.
///
/// A second paragraph.
pub fn locals(self: *Point, list: []const Color) error{Bad}!void {
    const Local = struct {
        x: u32,
        fn inside() void {}
    };
    var found: std.ArrayList(u8) = .init(self.allocator);
    defer found.deinit();
    foo.bar[3].baz(1).qux("hushed");
    if (list.len > 0) |value| value.run() else return error.Bad;
    const made = try self.allocator.create(Local);
    const first, const second = split(made);
    _, found = second.both();
    const callback = struct {
        fn call(p: u8) void {
            _ = p;
        }
    }.call;
    const point = Point{ .x = 'h', .y = 0x6875 };
    loaded = @import("loaded.zig").Loaded.Inner;
    dispatch(switch (first) {
        .a, .b => |both| both.go(),
        else => "hushed",
    });
}
const c = @cImport({
    @cInclude("stdio.h");
});
const page = @embedFile("page.html");
const Tuple = struct { u32, Color, []const u8 };
const table = .{ .a = "hushed" };
const Failure = error{
    /// The first.
    First,
    Second,
};
const Either = union(enum(u8)) {
    /// The left one.
    left: u32,
    neither,
};
pub const vtable: struct { run: *const fn () void } = .{ .run = c.run };
comptime count: usize = 3,
fn typed(point: *const Point, list: []const Color, other: ?std.mem.Allocator, any: anytype) void {
    point.move();
    list.each();
    other.free();
    any.run();
}
