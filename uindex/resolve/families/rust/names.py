"""Names that Rust and its standard library give without an import."""

from __future__ import annotations

STANDARD = frozenset("std core alloc proc_macro test".split())
"""Crates that no manifest names."""

_TYPES = (
    "bool char f32 f64 i8 i16 i32 i64 i128 isize str u8 u16 u32 u64 u128 usize "
    "Box Option Result String Vec Some None Ok Err"
)
_TRAITS = (
    "AsMut AsRef Clone Copy Default DoubleEndedIterator Drop Eq ExactSizeIterator Extend Fn FnMut "
    "FnOnce From FromIterator Into IntoIterator Iterator Ord PartialEq PartialOrd Send Sized Sync "
    "ToOwned ToString TryFrom TryInto Unpin Debug Hash Future IntoFuture AsyncFn"
)
_MACROS = (
    "assert assert_eq assert_ne cfg column compile_error concat dbg debug_assert debug_assert_eq "
    "debug_assert_ne env eprint eprintln file format format_args include include_bytes include_str "
    "is_x86_feature_detected line matches module_path option_env panic print println stringify "
    "thread_local todo unimplemented unreachable vec write writeln global_asm asm addr_of"
)
BUILTINS = STANDARD.union(_TYPES.split(), _TRAITS.split(), _MACROS.split(), ["drop"])

PASSING = frozenset(
    "unwrap expect clone as_ref as_mut as_deref as_deref_mut borrow borrow_mut lock read write "
    "unwrap_or unwrap_or_else unwrap_or_default ok ok_or ok_or_else to_owned take replace cloned "
    "copied await into_inner get_mut by_ref map_err or_else or with_context context".split()
)
"""Methods of what wraps a value, and of any value, that give it again."""
WRAPPERS = frozenset("Arc Box Cell Mutex OnceCell OnceLock Pin Rc RefCell RwLock Weak".split())
"""Types that hand calls on to what they hold, or hold what is taken out of them."""
OPTIONAL = PASSING | frozenset(
    "and and_then err expect_err filter flatten flat_map get_or_insert get_or_insert_with insert "
    "inspect inspect_err is_err is_err_and is_none is_ok is_ok_and is_some is_some_and iter "
    "iter_mut map map_or map_or_else take_if transpose unwrap_err unwrap_unchecked unzip xor "
    "zip".split()
)
"""Methods of Option and Result, which a record takes for what they hold."""
MAKERS = frozenset("new default with_capacity from from_str from_utf8 open create now".split())
"""Functions that give a value of the type that they belong to."""
