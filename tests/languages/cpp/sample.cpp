#include <string>
namespace n {
template <typename T> class Crate { public: T weigh() const; void load(T v); };
template <typename T> T Crate<T>::weigh() const { return T(); }
template <>
void Crate<std::string>::load(std::string v) {}
template <typename A> A& same(A& a) { return a; }
struct Plain { void go(); operator bool() const; Plain(); ~Plain(); virtual int x() = 0; int operator+(int) const; int y; friend void fr(); };
void Plain::go() { Crate<int>().weigh(); p->a.b(1); ns::f<int>(2); x.g<int>(); new Foo(1); }
Plain::operator bool() const { return true; }
Plain::Plain() : y(1) {}
Plain::~Plain() {}
int Plain::operator+(int a) const { return 1; }
template<> class Crate<int> : public Base<int>, private n::Other {};
}
namespace a::b { using V = std::vector<int>; template<class T> concept C = true; enum class E { A, B = 2 }; inline namespace v1 {} }
auto lam = [](int x) { return x; };
const std::string& a::b::E::foo(int a) const& noexcept { return 1; }
template<class T> template<class U> T Outer<T>::Inner<U>::zed() { }
using std::string;
using namespace std;
typedef struct { int a; } foo_t;
Foo::Foo(const Foo&) = default;
class X final : public Y { X(const X&) = delete; explicit X(int); static int s_; int (*fp)(int); union { int q; }; std::vector<int> v_ = {}; };
extern "C" { int cfun(void) { return 1; } }
int *ptr_fn(void) { return 0; }
TEST(Foo, Bar) {
 int x;
}
TEST_F(Foo, Baz)
{
}
class EXPORT Foo : public Bar {
 void f();
};
class LEVELDB_EXPORT Db { public: Db() = default; ~Db(); };
NAMESPACE_BEGIN
namespace x { int f() { return 1; } }
#define A(x) x
struct Q { template<class T> void tm(T t); template<class T> Q(T t) {} using U = int; typedef int W; enum { E1 }; struct In { int z; }; static constexpr int k = 3; int a, *b; bool operator()(int) const { return 1; } explicit operator std::string() const; std::vector<int>& ref(); int* ptr() const; Q& operator=(const Q&) = default; };
int g_var = 3;
template<class T> struct Tr : std::true_type {};
template<class T> using VV = std::vector<T>;
template<class T> constexpr bool is_v = Tr<T>::value;
extern template class Foo<int>;
namespace { int anon() { return 2; } }
namespace al = a::b;
auto f2() -> int { return 1; }
void T::g() try { } catch (...) { }
int operator""_x(unsigned long long v) { return 1; }
std::ostream& operator<<(std::ostream& o, int) { return o; }
class Doc {
 public:
  ATTRIBUTE_NON_NULL(2)
  ATTRIBUTE_PURE
  Doc(int id) : id_(id) {}
  class Part { public: int p; };
 private:
  int id_ = 3;
  const char *name = "hushed";
};
class Lockers {
 public:
  void lock() EXCLUSIVE_LOCK_FUNCTION() { mu_.lock(); }
  int value() const LIB_IF(noexcept) { return held; }
  void fill() {
    LIB_TRY { load("hushed"); }
    LIB_CATCH (const std::exception&) {}
  }
  int held GUARDED_BY(mu_);
};
struct lib_NODISCARD Kept { int k; };
