#define FEATURE // for the sections below
using System;
using static System.Math;
using Alias = System.Collections.Generic.List<int>;
global using Other.Things;
extern alias Old;
[assembly: Thing("hushed")]

namespace Outer.Inner
{
    /// <summary>
    /// A doc of <c>Store</c>, see <see cref="Outer.Shelf.Take(int)"/>.
    /// </summary>
    /// <remarks>More than one paragraph.</remarks>
    [Serializable, Obsolete("hushed")]
    public abstract partial class Store<T> : Base<T>, IStore, Lib.IOther where T : Item, new()
    {
        private const int Max = 3, Min = 1;
        protected internal readonly List<string> names = new List<string>();
        public event EventHandler<Change> Changed;
        public event EventHandler Other { add { inner += value; } remove { } }
        /// <inheritdoc cref="Base{T}"/>
        public Store(int a) : base(a) { this.x = a; Foo.Bar<int>(1).Baz?.Qux("hushed"); }
        static Store() { }
        ~Store() { }
        public int Count { get; private set; } = 3;
        public int Half => Count / 2;
        public string this[int i] { get { return null; } }
        public static Store<T> operator +(Store<T> a, Store<T> b) => a;
        public static implicit operator int(Store<T> a) { return 1; }
        void IStore.Save() { }
        int IStore<T>.Size { get; }

        // A comment, after a blank line.
        [DllImport("hushed")]
        [return: MarshalAs(UnmanagedType.Bool)]
        static extern int Native([In] ref Point p);

        public async Task<Answer> Ask<U>(U x, ref int y, string z = "hushed", params Lib.Word[] w)
            where U : struct
        {
            Answer Local(int a) => new Answer(a) { Text = $"hushed {z.Trim():hushed} hushed" };
            var q = new Shelf<Box>.Iterator();
            if (x is Point { X: 1 } p || x is Line) { await Task.Run(() => p.Len()); }
            try { @base = (Cast)y as Kept; } catch (Lib.Failure e) when (e.Deep()) { }
            foreach (Row row in global::Lib.Rows.All()) { goto done; }
            done: return nameof(x) + @"hushed
                ""hushed""" + """
                hushed "hushed"
                """ + 'h';
        }
        partial void Hook();
        enum Color : byte { Red, Green = 1, [Shown] Blue }
        protected delegate int Chooser(Item a);
        interface ISide<in X> : IStore { int P { get; } void M(); static abstract X Zero(); }
        readonly ref struct Pair { public int x, y; fixed int buffer[10]; }
        public record Point(int X, string Label = "hushed") : Shape(X) { public int Q { get; init; } }
        file record struct Tiny;
        class Primary(int a) : Base(a) { int c = a; }

#if NET
        void OnlyNet(int a, string b = "hushed")
#else
        void OnlyOther(int a, string b = "hushed")
#endif
        {
        }

#if FEATURE
        public void First() { }
#elif NOTHING
        public void Second() { }
#else
        public int Third;
#endif
    }

    public static class Extensions
    {
        public static int Len(this string s) => s is Foo f ? f.X : ((Bar)s).Go();
    }
}
