@file:JvmName("hushed")
package com.example.store

import lib.things.Item
import lib.things.Shelf as Rack
import lib.words.*
import lib.`in`.helper

/**
 * The doc of [Store], which fills a [shelf][Rack.fill].
 *
 * @param T what is stored
 * @see Shelf.take
 */
@Deprecated("hushed")
@Ready
public abstract class Store<T : Item>(
    private val count: Int,
    var label: String = "hushed",
    unkept: Int = 3,
) : Base<T>(count),
    Storing, Lib.Other by unused {
    companion object { const val MAX = 3; @JvmStatic fun make(): Store<Item> = Store(1) }

    private val names: List<String> = listOf("hushed")
    val size: Int get() = names.size
    var other: Int = 1
        private set(value) { field = value }
    lateinit var late: Foo
    val lazily by lazy { Foo() }

    constructor(x: Int) : this(x, "hushed", 1) { start() }
    init { val local = 1; begin(local) }

    override suspend fun <U> ask(x: U, vararg y: Int, then: (Int) -> Unit): Answer<U> where U : Any {
        fun inner() = 1
        val made = Foo<Bar>(1)
        a?.b()?.c!!.go(made to 'h' or it)
        names.filter { it.isBlank() }.forEach(::println)
        return "hushed ${label.trim("hushed")} $x hushed" + """hushed "hushed" $x"""
    }
    abstract fun abs()
    inner class In
    operator fun plus(o: Store<T>): Store<T> = this
    fun String.lettered() = length

    enum class Color(val code: Int) : Coded { RED(1) { override fun x() = 1 }, GREEN; abstract fun x(): Int }
    sealed interface Sea { data class One(val x: Int) : Sea; data object Two : Sea }
    annotation class Shown(val x: String)
    fun interface Runs {
        fun run()
    }
    object Single : Foo() { internal fun z() { } }
    val anonymous = object : Foo { override fun inside() { } }
}

class Wide
    @Inject
    // hush
    internal constructor(val place: Place) : Placed {
    class Named { companion object Factory : Maker }
}

fun top(a: Int = 3): Int = a
fun <T> List<T>.extend(x: Foo) where T : Any { }
private fun Map.Entry<A, B>?.either() { }
fun (() -> Unit).twice() { }
val Lib.Box<*>.last: Char?
    get() = this[0]
internal const val LIMIT = "hushed"
val (first, second) = pair
typealias Handler<T> = (T, Lib.Event) -> Unit
expect fun given(): Int
actual class Given
fun `with spaces`() {
    when (x) { is Left -> 1; in a..b -> 2; else -> (x as Right).open(y = 0b11) }
    try { } catch (e: Failure) { throw Failure(e) }
    val here: Foo? = Some::class.java
}
