//
// A file.
//
import Foundation
@testable import struct Vapor.Request
@_exported import class Foo.Bar
import func Darwin.fputs

/// Doc of Walker, see ``Runner/run(_:)`` and <doc:Guide>.
@MainActor
public protocol Walker: AnyObject, Sendable where Self: Foo {
    associatedtype Element: Hashable
    var count: Int { get }
    init?(name: String)
    func walk(to place: Place) async throws -> Int
    static func + (a: Self, b: Self) -> Self
    subscript(i: Int) -> Element { get set }
}

enum Color: String, CaseIterable {
    case red = "hushed", green
    indirect case node(left: Int = 3, Color)
    case a(Int), b(String)
    static let all = [1]
}
typealias Handler<T> = (Request<T>) -> Void
let top = "hushed"
var (p, q) = (1, 2)
public final class Box<T: P>: Base<T>, Walker {
    @Published private(set) var name: String = "hushed" { didSet { foo() } }
    var a = 1, b: Int = 2
    lazy var z: Foo = { let loc = 1; return Foo(loc) }()
    var computed: Int { get { 1 } set { x = newValue } }
    static let shared = Box()
    init<S>(_ a: S = 3) throws { self.x = a; super.init() }
    convenience init() { self.init(1) }
    deinit { close() }
    subscript(index: Int) -> T { storage[index] }
    func run(_ x: Int = 5, with f: @escaping (Int) -> Void) rethrows -> Result<A, B> {
        let v = x.map { $0.foo(bar: 1) }.filter(isGood)
        func inner() {}
        obj?.call()!.other("hushed \(value.interp("hushed"))")
        guard let w = Foo.bar() as? Baz else { return }
        #if os(Linux)
        a()
        #else
        b()
        #endif
        .init(a)
    }
    class func make() -> Self {}
    struct Inner { let x: Int; let y: Int }
}
actor Bank { nonisolated func f() {} }
extension Box: Foo where T == Int {
    func ext() {}
    var e: Int { 1 }
}
extension Array.Index { static func q() {} }
infix operator +++: AdditionPrecedence
prefix operator √
precedencegroup Foo { higherThan: Bar }
func +++ (a: Int, b: Int) -> Int { a }
prefix func √ (a: Int) -> Int { a }
@propertyWrapper struct Clamp { var wrappedValue: Int }
#if DEBUG
func dbg() {}
struct OnlyDebug {}
#elseif os(iOS)
func ios() {}
#else
func release() {}
#endif
@resultBuilder enum B { static func buildBlock() {} }
macro stringify<T>(_ value: T) -> (T, String) = #externalMacro(module: "hushed", type: "X")
let re = /hushed(a|b)/
let raw = #"hushed "x" "#
let m = """
  hushed
  """
func `default`() {}
let s = #selector(Box.run)

// MARK: - Odd corners

struct Handle: ~Copyable, @unchecked Sendable {
  let made = Pair<Int>(1), checked = #expect(x == 1)
  nonisolated(unsafe) private var state: [Foo.Bar: Array<Baz>.Index]? = nil
  @available(iOS 13, *) var body: some View { Text("hushed") }
  static var depth: Int { 1 }
  /// The `wait` of it, see ``Handle``.
  @discardableResult
  consuming func wait(isolation: isolated (any Actor)? = #isolation, sending x: Int) throws(Abort) {
    if let w = try? await self.read(Credentials.self) { done(()) }
    let `self` = try await other()
    switch state { case .none(): (); default: () }
  }
  static prefix func ! (a: Handle) -> Handle {}
  #if os(Linux)
  func linux<each T>(_ x: repeat each T) {}
  #else
  func other() {}
  #endif
}
@attached(member, names: named(x))
public macro Observed(of name: String) = #externalMacro(module: "hushed", type: "hushed")
@available(*, deprecated, message: "hushed")
public extension [Int] { func sum() {} }
extension Int? { private static let zero = 1 }
extension Foo<Int>.Deep where T: P { @objc(deeply) open class func deep(list: [Int] = [1, 2]) {} }
/** Block doc. */
indirect enum Tree: Int {
  case leaf = 1  // behind
  /// Doc of it.
  case branch
  var next: Tree { .leaf }
}
public protocol Keyed<Key> {
  associatedtype Key = Int where Key: Eq
  static var all: [Self] { get }
  mutating func reset()
}
let nested = ##"hushed \##(interp("hushed")) hushed"##
public import struct Deep.Module.Thing
var global: Int { get { 1 } set { } }
