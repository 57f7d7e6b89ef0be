#!/usr/bin/env rust-script
//! The zoo, as the Rust extractor sees it.
//!
//! This paragraph is not part of the doc.
#![allow(dead_code)]

extern crate alloc;
extern crate rand as random;

use std::collections::{self, hash_map::Entry, BTreeMap as Tree, HashMap};
use std::fmt;
use std::io::prelude::*;
pub use crate::keeper::Keeper;
use super::*;
use {serde::Serialize, self::inner::{Depth, deep::*}};
use std::fmt::Display as _;
use r#try::r#match;

/// Most animals.
pub const MAX: usize = 40;
const SECRET: &str = "hushed";
static mut COUNT: u32 = 0;
pub(crate) static NAMES: [&str; 2] = ["leo", "max"];

/// A result of ours.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Eats and sleeps.
///
/// More about it.
#[async_trait]
pub trait Animal: fmt::Debug + Send + 'static {
    /// What it eats.
    type Food: Default;
    const LEGS: usize = 4;

    fn eat(&mut self, food: Self::Food) -> Result<(), Error>;

    /// Sleeps by default.
    fn sleep(&self) -> bool {
        self.rest().unwrap_or_default()
    }
}

/// A lion.
#[derive(Debug, Clone)]
#[repr(C)]
pub struct Lion<'a, T: Animal = ()> where T: Clone {
    /// Its name.
    pub name: &'a str,
    #[serde(skip)]
    age: u8,
    pub(crate) prey: Vec<T>,
}

struct Pair(pub u8, Lion<'static>);
struct Unit;

/** What went wrong. */
#[derive(Debug)]
pub enum Error {
    /// No room.
    Full,
    Io(std::io::Error),
    Other { code: i32, message: String } ,
    Numbered = 7,
}

union Bits {
    int: u32,
    float: f32,
}

impl<'a, T: Animal> Lion<'a, T> {
    pub const KIND: &'static str = "cat";

    /// Makes one.
    pub fn new(name: &'a str) -> Self {
        let prey = Vec::<T>::with_capacity(3);
        fn helper(x: u8) -> u8 { x + 1 }
        println!("hushed {}", name);
        log::info!(target: "zoo", "{}", format_name(name));
        Self { name, age: helper(0), prey }
    }

    #[inline]
    pub(super) async unsafe fn roar<F>(&self, f: F) -> impl Iterator<Item = u8> + '_
    where
        F: Fn(&str) -> u8,
    {
        self.prey.iter().map(|p| p.sleep()).filter(Option::is_some).collect::<Vec<_>>();
        <T as Animal>::eat(&mut self.prey[0]);
        std::mem::swap(&mut a, &mut b);
        (self.callback)(1);
        loop {}
    }
}

impl<T> Animal for Box<T>
where
    T: Animal,
{
    type Food = Meat;
    fn eat(&mut self, food: Self::Food) -> Result<(), Error> { (**self).eat(food) }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "hushed {}", self.code())
    }
}

unsafe impl Send for keeper::Cage {}
impl<T: ?Sized> Animal for &mut T { fn sleep(&self) -> bool { true } }
impl Animal for [u8] { fn sleep(&self) -> bool { true } }
impl Animal for (u8, u16) { fn sleep(&self) -> bool { true } }
impl Animal for dyn Keeper + Send { fn sleep(&self) -> bool { true } }
impl<T> !Sync for Pair {}
impl PartialEq<str> for Lion<'_> { fn eq(&self, other: &str) -> bool { self.name == other } }
impl Animal for u8 { fn sleep(&self) -> bool { true } }

/// Counts.
#[macro_export]
macro_rules! count {
    () => { 0 };
    ($head:expr $(, $tail:expr)*) => { 1 + count!($($tail),*) };
}

mod declared;

/// Things inside.
pub mod inner {
    use super::Lion;

    pub mod deep {
        pub fn bottom() {}
    }

    pub(in crate::zoo) struct Depth(pub u32);

    impl Depth {
        fn get(&self) -> u32 { self.0 }
    }
}

extern "C" {
    fn malloc(size: usize) -> *mut u8;
    static errno: i32;
}

pub extern "C" fn exported(x: u32) {}
const fn fixed<const N: usize>() -> [u8; N] { [0; N] }

cfg_rt! {
    use crate::runtime;

    /// Spawns one.
    #[track_caller]
    pub fn spawn<F>(future: F) -> Handle<F> {
        runtime::enter(future).spawn()
    }

    impl Display for Handle<u8> {
        fn fmt(&self) {}
    }

    pub(crate) struct Handle<T> { inner: T }
}

thread_local! {
    static LOCAL: u8 = 1;
}

fn format_name(name: &str) -> String {
    let c = 'x';
    let raw = r#"raw "hushed" "#;
    let bytes = b"bytes";
    let lion: Lion<'_, Unit> = Lion { name, age: 1, prey: vec![] };
    match lion.eat(make!(x)) {
        Ok(v) => v.into(),
        Err(Error::Full) => Error::Io(x).to_string(),
        _ => name.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn eats() {
        assert_eq!(Lion::new("leo").age, 1);
    }
}

impl dyn Eat<u8> + Send {
    fn nibble(&self) {}
}

impl dyn zoo::Eat<u8> {}

struct Raw {
    pub r#fn: u8,
}

lazy_static! {
    static ref NAMES: String = "hushed".into();
    pub static ref TABLE: Vec<u8> = {
        let mut made = Vec::new();
        made
    };
}

#[path = "unix/sys.rs"]
mod sys;
#[cfg_attr(windows, path = "pipes.rs")]
pub mod pipe;
