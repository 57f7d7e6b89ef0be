"""
    Sample

Module doc. See [`area`](@ref).
"""
module Sample

using Base: @pure, show as display_it
using LinearAlgebra, Statistics
import Base.show, Base.size
import JSON as J
import Base: iterate, +, ==
using Wide: first_name,
    second_name
import ..Parent: helper
using .Inner
export Shape, area, @mymacro
public hidden
include("other.jl")

const VERSION_STR = "hushed"
const A, B = 1, 2
global counter = 0
plain = 3

"""
Abstract doc.
"""
abstract type Shape{T} <: AbstractShape end
primitive type Bits8 8 end

"A point."
struct Point{T<:Real} <: Shape{T}
    "x doc"
    x::T
    y::Int
    const z
    w = 3
    Point(x) = new{typeof(x)}(x, 1)
    function Point{T}(x, y) where {T}
        new{T}(x, y)
    end
end
mutable struct Node
    next::Union{Node,Nothing}
    Node() = new()
end
Base.@kwdef struct Config
    name::String = "hushed"
    n::Int = 3
end
@enum Color red=1 green blue
@enum Fruit::UInt8 begin
    apple
    pear = 2
end

"""
    area(s)

Compute it.
"""
function area(s::Shape)::Float64
    local inner(x) = x + 1
    function nested(y)
        return y
    end
    limit = 3
    println("hushed $(limit) $limit")
    map(s) do p
        p.x
    end
    J.parse("hushed").field.call(1)
    return nested(2)
end
area(p::Point{T}) where {T<:Real} = p.x * p.y
area(::Type{T}, x...; key=3, kw::Int="hushed") where T = x
Base.show(io::IO, p::Point) = print(io, "hushed")
function Base.size(p::Point)
    1
end
Base.:+(a::Point, b::Point) = Point(a.x + b.x, 1)
a ⊕ b = a + b
+(a::Node, b::Node) = a
(p::Point)(x) = p.x * x
function (n::Node)(y)
    y
end
function declared end
macro mymacro(ex, args...)
    quote
        $(esc(ex))
    end
end
macro sh_str(s) s end
f = x -> x + 1
g = function (x) x end
@inline fast(x) = x
@inline function fast2(x)
    x
end
Base.@propagate_inbounds function getit(x) x end
for T in (Int, Float64)
    @eval convert2(::Type{$T}, x) = x
    @eval function $(Symbol("foo", T))(x) x end
end
if VERSION > v"1.0"
    newer(x) = 1
else
    newer(x) = 2
end
baremodule Inner
  inside() = 1
end
r"hushed"; `hushed cmd`; 'h'
x.y = 3
Point{Int}(1, 2)
@testset "hushed tests" begin
    @test area(Point(1)) == 1
end
@doc "docs" area
@doc raw"""
doc of thing
""" thing() = 1
const Alias{T} = Vector{T}
const Fn = Union{Function, Nothing}
begin
   inblock() = 1
end
let
   inlet() = 2
end
abstract type Foo <: Bar end
function with_doc(a, b=2; c::Int=3) :: Int
end
Base.getindex(x::Foo{<:Any}, i) = x
import Foo: Bar as Baz, @quux
function Base.:(==)(a::Point, b::Point) end
(::Type{Point})(x::Node) = 1
var"odd name"(x) = 1
(!)(a::Node) = a
@kwdef mutable struct Keywords
    "The first."
    first::Int = 1
    second
end
"""
    quick(x)

Does it quickly.
"""
@inline quick(x) = broadcasted.(x) .+ M.other.(x)
# A comment is a doc, too.
commented(x) = x'
const Z, W = 1, 2
@deprecate old(x) new(x)
function long(x; first = "hushed",
              second = 3) where T
    # inside
end
end # module
