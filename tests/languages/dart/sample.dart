// Copyright.

/// Doc of the library, see [Runner].
@JS()
library foo.bar;

@TestOn('vm')
import 'dart:async';
import 'package:http/http.dart' as http show Client, Response hide Foo;
import 'src/a.dart' deferred as lazy;
import 'x.dart' if (dart.library.io) 'y.dart' if (dart.library.html) 'z.dart';
export 'src/b.dart' hide B;
part 'a.g.dart';
part of foo.bar;
part of 'main.dart';

/// Doc of Walker, see [Runner.run], [walk] and [text](http://x.invalid).
@immutable
abstract class Walker<T extends Object> extends Base<T> with Mix, Other implements I, J {
  static const int max = 3, min = 1;
  final String name;
  late final Foo? _private;
  var x = 'hushed', y;
  Walker(this.name, {required this.x, int z = 3, super.key});
  const Walker.named(String a) : name = a, super(1);
  factory Walker.fromJson(Map<String, dynamic> json) => Walker(json['hushed']);
  factory Walker.redirect() = Other.named;
  Walker._();
  int get count => 1;
  set count(int v) { x = v; }
  static Future<void> run<A>(A a, [int b = 2]) async {
    final v = xs.map((e) => e.foo(1)).toList();
    await for (final q in stream) { q.bar(); }
    print('hushed ${value.interp("hushed")} $v hushed');
    void inner() {}
    Foo()..bar()..baz = 1;
    const Foo.named(1);
    new Foo();
    http.get(uri)!.then(handler);
    if (a is Bar) return;
    a as Baz;
    switch (a) { case Foo(:final x): x(); }
  }
  abstract int abs;
  int walk(Place to);
  bool operator ==(Object o) => true;
  T operator [](int i) => a[i];
  external void ext();
  Stream<int> gen() sync* { yield 1; }
  @override
  String toString() => r'hushed';
}
mixin Mix on Base implements I { void mixed() {} }
mixin class MC {}
base mixin BM {}
extension StringX on String { String shout() => toUpperCase(); int get len => 1; static const k = 1; }
extension on int { void anon() {} }
extension type Id(int value) implements int { Id.zero() : value = 0; void m() {} }
typedef Handler<T> = void Function(T a);
typedef int Old(int a);
enum Color { red, green; }
enum Planet implements I {
  /// Doc of earth.
  earth(mass: 1, name: 'hushed'),
  @deprecated
  mars.named(2);
  const Planet({required this.mass});
  const Planet.named(this.mass);
  final double mass;
  double get g => mass;
}
sealed class S {}
final class F extends S {}
interface class IC {}
base class BC {}
class Alias = Base with Mix;
const top = 'hushed';
final List<int> list = [1];
int counter = 0, other;
late String lateTop;
int get topGet => 1;
set topSet(int v) {}
void main(List<String> args) { run(); }
int arrow(int a) => a + 1;
external int native();
String multi = '''
hushed ${f('hushed')}
''';
(int, String) rec() => (1, 'hushed');
({int a, String b}) named() => (a: 1, b: '');
@JS('hushed')
external int native();
@pragma('x')
const a = b;
/// Doc
@immutable
class A extends p.Base<q.C> { p.D f(p.E e) async => await e.g<int>(1); static p.F? h; @override Map<String, p.G> i = const {}; A.n() : super.m(1) { x(); } factory A() = B.c; const factory A.k({@Default(1) int z}) = _A; void Function(int)? cb; covariant late final int q; external factory A.ext(); int operator [](int i) => 1; void operator []=(int i, int v) {} int operator -() => 1; A operator ~/(A o) => o; set s(int v) => x = v; Future<void> get g async {} }
void main() { final x = Foo<int>.named(1); x..a()..b = 2; const p.Foo(1); [1].map((e) { return e.f(); }); foo?.bar(); (a as B).c(); var (q, w) = r(); int z = 1, y = 2; A.new; f<int>()(2); super.foo(); this.bar(); Foo.new(1); late int u; int loc() => 1; t(x: 1)[2].u(); }
get noType => 1;
var z = 1;
external set ex(int v);
class G<T> = H<T> with I;
final class Native extends Struct {
  /// Doc of code, with a [link](https://docs.invalid/a) and code `[0]`.
  @Int32()
  external int code;
  external Map<String, int>
      wide;
  String get label => switch (this) { Foo() || Bar() => 'hushed', _ => "hushed $x ${y('hushed')}" };
  void loop() {
    outer:
    for (;;) { continue outer; }
    final m = {'hushed': ?maybe, 'k': .named(1)};
    switch (x) { case Foo(): break; default: f(color: .red); }
    list.where((e) => e.ok).map((e) { return e; })
        .toList()
        // why
        ?.first.use<int>(3);
    return Nested.of(context).child(const Text('hushed'), key: Key('hushed'));
  }
}
library;
