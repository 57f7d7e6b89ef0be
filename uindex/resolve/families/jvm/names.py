"""Names that Java, Kotlin and Scala give without an import."""

from __future__ import annotations

from uindex.record import Link

_JAVA = """
AbstractMethodError Appendable ArithmeticException ArrayIndexOutOfBoundsException
ArrayStoreException AssertionError AutoCloseable Boolean Byte Character CharSequence Class
ClassCastException ClassCircularityError ClassFormatError ClassLoader ClassNotFoundException
ClassValue CloneNotSupportedException Cloneable Comparable Compiler Deprecated Double Enum
EnumConstantNotPresentException Error Exception ExceptionInInitializerError Float
FunctionalInterface IllegalAccessError IllegalAccessException IllegalArgumentException
IllegalCallerException IllegalMonitorStateException IllegalStateException
IllegalThreadStateException IncompatibleClassChangeError IndexOutOfBoundsException
InheritableThreadLocal InstantiationError InstantiationException Integer InternalError
InterruptedException Iterable LayerInstantiationException LinkageError Long MatchException Math
Module ModuleLayer NegativeArraySizeException NoClassDefFoundError NoSuchFieldError
NoSuchFieldException NoSuchMethodError NoSuchMethodException NullPointerException Number
NumberFormatException Object OutOfMemoryError Override Package Process ProcessBuilder
ProcessHandle Readable Record ReflectiveOperationException Runnable Runtime RuntimeException
RuntimePermission SafeVarargs ScopedValue SecurityException SecurityManager Short StackOverflowError
StackTraceElement StackWalker StrictMath String StringBuffer StringBuilder StringTemplate
StringIndexOutOfBoundsException SuppressWarnings System Thread ThreadDeath ThreadGroup ThreadLocal
Throwable TypeNotPresentException UnknownError UnsatisfiedLinkError UnsupportedClassVersionError
UnsupportedOperationException VerifyError VirtualMachineError Void
boolean byte char double float int long short void
"""
_KOTLIN = """
Annotation Any Array ArrayDeque ArrayList BooleanArray ByteArray CharArray Collection Comparator
Deprecated DoubleArray FloatArray Function HashMap HashSet Int IntArray IntRange JvmField JvmName
JvmOverloads JvmStatic JvmSuppressWarnings KotlinVersion Lazy LinkedHashMap LinkedHashSet List
LongArray LongRange Map MutableCollection MutableIterable MutableIterator MutableList MutableMap
MutableSet NoSuchElementException Nothing NotImplementedError OptIn Pair Regex RegexOption
RequiresOptIn Result Sequence Set ShortArray Suppress Synchronized Throws Triple UByte UInt ULong
UShort UninitializedPropertyAccessException Unit Volatile
arrayListOf arrayOf arrayOfNulls assert booleanArrayOf buildList buildMap buildSet buildString
byteArrayOf charArrayOf check checkNotNull compareBy compareByDescending compareValues
compareValuesBy doubleArrayOf emptyArray emptyList emptyMap emptySequence emptySet enumValueOf
enumValues error floatArrayOf generateSequence hashMapOf hashSetOf intArrayOf lazy lazyOf
linkedMapOf linkedSetOf linkedStringMapOf listOf listOfNotNull longArrayOf mapOf maxOf minOf
mutableListOf mutableMapOf mutableSetOf naturalOrder nullsFirst nullsLast print println readLine
readln repeat require requireNotNull reverseOrder run runCatching sequence sequenceOf setOf
setOfNotNull shortArrayOf sortedMapOf sortedSetOf suspend synchronized with
"""
_SCALA = """
AnyRef AnyVal App BigDecimal BigInt Either Equiv Failure Fractional Future IndexedSeq Indexed
Integral IterableOnce Iterator LazyList Left Nil None Numeric Option Ordered Ordering
PartialFunction PartialOrdering Product Range Right Seq Serializable Some Stream StringContext
Success Symbol Traversable Try Tuple1 Tuple2 Tuple3 Tuple4 Tuple5 Vector
assertFail assume classOf deprecated ensuring identity implicitly locally native printf
specialized summon tailrec throws transient unchecked valueOf
"""
BUILTINS = frozenset((_JAVA + _KOTLIN + _SCALA).split())


def _all_of(*packages: str) -> tuple[Link, ...]:
    return tuple(Link("import", "*", package, "", 0, -1) for package in packages)


IMPLICIT = {
    "java": _all_of("java.lang"),
    "kotlin": _all_of(
        "kotlin", "kotlin.annotation", "kotlin.collections", "kotlin.comparisons", "kotlin.io",
        "kotlin.jvm", "kotlin.ranges", "kotlin.sequences", "kotlin.text", "java.lang",
    ),
    "scala": _all_of("java.lang", "scala", "scala.Predef"),
}  # fmt: skip
"""Imports that nobody writes."""
