package org.ex.app;
import java.util.List;
import static java.util.Map.*;
import static java.util.Map.entry;
import java.io.*;
/** Doc of T. */
@Deprecated
@SuppressWarnings("hushed")
public abstract class T<X extends Y> extends Base<X> implements I, J<K> {
  private static final int MAX = 3, MIN = 1;
  protected List<String> names = new ArrayList<>();
  public T(int a) throws IOException { super(a); this.x = a; super.foo(); } T() { this(1); }
  @Override public String toString() { return a.b.foo(1).bar("hushed"); }
  abstract <Q> Q gen(Class<Q> c);
  enum Color implements I { RED, GREEN(1) { int x() { return 1; } }; private int v; Color(){} }
  record Point(int x, int y) implements I { Point { } static int z() { return 0; } }
  @interface Anno { String value() default "hushed"; int n(); int C = 1; }
  interface In extends A, B { void m(); default int d() { return new Foo(1).bar(); } }
  static { foo(); }
  Runnable r = () -> { int loc = 1; };
  Object o = new Object() { void anon() { } };
  void m() { List<Foo> l = X::new; T.super.m(); String[] s = new String[1]; Map.Entry<A,B> e = null; class Local { int f; } }
}
module foo.bar { requires java.base; exports a.b; }
