/* Licence */
package cats
package data

import java.util.{List => JList, Map, _}
import cats.syntax.all._
import scala.collection.mutable, scala.util.Try
import a.b.{given, *}
import a.b.{C as D, given Ordering[Int]}
export foo.{bar, baz as qux}

/** Doc of Walker, see [[cats.Functor]] and [[run the run]].
  *
  * More.
  */
@deprecated("hushed", "1.0")
sealed abstract class Walker[F[_], A](val name: String = "hushed", private var n: Int, plain: Int)(implicit F: Functor[F]) extends Base[A] with Mixin {
  type Elem <: A
  type Alias = Map[String, A]
  val x: Int = 1
  var y = "hushed"
  lazy val z: Foo = { val loc = 1; def inner = 2; new Foo(loc) }
  val (p, q) = (1, 2)
  val Some(r) = opt
  def abs(a: Int): Int
  def run[B](f: A => B = identity)(implicit ev: Ord[B]): F[B] = {
    val v = xs.map(_.foo).filter { case Bar(b) => b.baz(1) }
    for (i <- 1 to 2) yield i
    s"hushed ${v.interp(1)} $v hushed"
    v match { case x: Foo => x.bar; case _ => q"hushed" }
    new Thing(1) with Other { def anon = 1 }
    a + b
    foo _
    Foo.bar[Int](1)(2)
    this.x; super.y()
  }
  def +(o: A): A = o
  def unary_! : Boolean = true
  def `type`: Int = 1
  private[this] def priv() = ()
  protected def prot: Int
  def this(a: Int) = this("hushed", a)
  object Inner { val K = 1 }
  implicit def conv(a: A): B = ???
  implicit val inst: Functor[List] = new Functor[List] { def map = 1 }
}
object Walker extends App { def apply() = new Walker; implicit class Ops[A](val a: A) extends AnyVal { def op: A = a } }
case class Point(x: Int, y: Int = 3)
case object Origin extends Point(0, 0)
trait Shape extends A with B { self: C => def area: Double }
package object util { val k = 1; def help() = 1; type T = Int }
final case class Z private (a: Int)
class `Odd Name`
val top = 1
package tail {
  class Extra @inject() (val a: Int, b: Int)(implicit val c: Dep) extends StreamEq[A]()(ev) with Hash[A]
  trait Multi { val m1, m2: Int; var m3: Int; val n1, n2 = 'h'; private[cats] lazy val n3: Int => Int = _ + 1
    val (i: Foo, j @ Bar(k)) = l
    @tailrec final def loop(n: Int, xs: List[Int] = List(1, 2)): Int = n max loop(n - 1)
    protected[tail] val sym = 'sym
    def raw = """hushed "hushed" """
    def typed(x: a.b.C[D#E]): Array[Foo.Bar] = x.asInstanceOf[Foo.Bar]
    override def toString = new java.io.File("hushed").toString
  }
}

enum Color(val rgb: Int):
  case Red extends Color(0xFF)
  case Green, Blue
  case Mix(a: Color, b: Int)
  def hex: String = "hushed"
end Color

given intOrd: Ordering[Int] with
  def compare(a: Int, b: Int): Int = a - b

given Ordering[String] = ???
given [T](using Ord[T]): Ord[List[T]] with
  extension (a: Int) def foo = 1
  def bar = 2

extension (s: String)
  def shout: String = s.toUpperCase
  def whisper(n: Int): String =
    s.toLowerCase

extension [A](xs: List[A]) def second: A = xs.tail.head

trait Show[-A]:
  def show(a: A): String
  extension (a: A) def shown: String = show(a)

object Show:
  def apply[A](using s: Show[A]): Show[A] = s
  inline def twice(inline x: Int): Int = x * 2
  opaque type Id = Int
  type F = [X] =>> List[X]

class C(using a: Int) derives Eq, Show:
  def f(x: Int)(using y: String): Unit =
    val loc = 1
    if x > 1 then
      println("hushed")
    else
      foo(x)
    end if
  private val g = 1

@main def hello(name: String): Unit = println(name)
def topLevel = 1
val topVal: Int = 2
type TopType = Int
transparent inline def m: Any = ${ mImpl }
open class O
case class P(x: Int) extends O
infix type or[A, B]
given Conversion[A, B] = x => y
def g(a: A | B, b: A & B): a.type = a match
  case x: A => x
  case y => y
given named: Show[Int] with Eq[Int] with {}
given [T](using o: Ord[T]): Conversion[List[T], Map[String, T]] = ???
extension [A: Show](xs: data.Pile[A])(using Eq[A])
  /** Doc of it. */
  private def quietly: Unit = xs.each([B] => (b: B) => b)
  infix def or(n: Int) = n match
    case 1 => "hushed"
    case _ => s"hushed ${f("hushed")}"
def ending = { val end = 1; end match { case 1 => 2 } }
object Deep { val inner = new Walker { def in = 1 }; var loose = 1 }
class Hidden private[data] (val open: Int) { protected[this] type T <: Deep.type }
/** Doc of Limited. */
private[tail] enum Limited:
  case One
def length(extension: Int) = { val end = 2; extension.size + (end - extension) }
class Suite extends Base("hushed") {
  it should "hushed" in { def local = 1; val other = 2; local }
}
import single
