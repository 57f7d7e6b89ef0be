// Package zoo shows what the Go extractor sees.
//
// The second paragraph is not part of the doc.
package zoo

import "fmt"

import (
	"context"
	. "math"
	_ "net/http/pprof"
	str "strings" // aliased

	"example.invalid/zoo/v2/keeper"
)

// Limits of the zoo.
const (
	MaxAnimals = 40
	// minFood is in kilograms.
	minFood, minWater = 1.5, 2
	secret            = "hushed"
)

// Weekday counts from Sunday.
type Weekday int

const (
	Sunday Weekday = iota // the first
	Monday
	_
	Wednesday
)

var (
	// ErrFull says that no animal fits in.
	ErrFull        = fmt.Errorf("hushed %d", MaxAnimals)
	count, spare   int
	handlers       = map[string]func(int) error{"open": func(n int) error { return nil }}
	_            Animal = (*Lion)(nil)
)

var registry = struct{ sync keeper.Mutex }{}

// Animal eats and sleeps.
type Animal interface {
	Sleeper
	fmt.Stringer
	keeper.Of[Lion]
	// Eat takes food.
	Eat(ctx context.Context, food ...Food) (left int, err error)
	name() string
}

type Sleeper interface{ Sleep() }

// Number is a constraint.
type Number interface {
	~int | ~float64 | Weekday
}

// Food is eaten.
type Food struct {
	Name, Brand string `json:"name"`
	weight      float64
	*Tag
	keeper.Base
	keeper.Box[Lion]
	OnEat func(a Animal) error
	inner struct {
		Depth int
	}
}

type (
	// Tag marks food.
	Tag struct{}
	// ID is another name.
	ID = string
	// Handler handles.
	Handler func(w Animal, n int) error
	table[K comparable, V any] map[K]V
)

type Lion struct{ mane bool }

type stack[T any] struct{ items []T }

type pair[K comparable, V Number] struct {
	key   K
	value V
}

// NewLion makes a lion.
func NewLion(name string) *Lion {
	const local = 3
	type hidden struct{ x int }
	grow := func(n int) int { return n + local }
	_ = grow(1)
	go watch(name)
	defer func() { recover() }()
	return &Lion{mane: true}
}

// Eat is of *Lion.
func (l *Lion) Eat(ctx context.Context, food ...Food) (left int, err error) {
	fmt.Println(str.ToUpper(food[0].Name))
	l.keeper().Feed(food...).Wash()
	return Map[int, string](nil, 1), nil
}

func (Lion) name() string { return `raw
hushed` }

func (b * /*c*/ Tag) Odd() {}
func (p *(Lion)) Paren()   {}
func (s *stack[T]) Push(v T) { s.items = append(s.items, v) }
func (stack[T]) Len() int    { return 0 }
func (p pair[K, _]) Key() (k K) {
	return p.key
}

func Map[T any, U Number](in []T, n int) int {
	switch v := any(in).(type) {
	case []string:
		_ = v
	case keeper.Box[Lion]:
		return int(Weekday(n))
	}
	x := []Food{{Name: "hay"}}
	var y map[string]*Tag = make(map[string]*Tag)
	_ = new(keeper.Cage)
	for range x {
		y["a"].Odd()
	}
	return 0
}

func watch(name string) {}

//go:noinline
func assembly(x int) int

func init() {}

func main() {
	NewLion("leo")
}

const width, height = 3, 4

const (
	north, east int = 1, 2
	_, south
)
