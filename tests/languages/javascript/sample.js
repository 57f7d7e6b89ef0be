#!/usr/bin/env node
/**
 * What JavaScript may hold.
 *
 * Not this paragraph.
 */
'use strict'

import def, { x as y, z, default as w } from "mod";
import * as ns from './ns.js';
import "side";
import def2, * as n3 from 'q';
import {
  // why
  long,
  names as shorter,
} from '../many'
import data from './data.json' with { type: 'json' };
export { p, q as r } from './p';
export * from './s';
export * as t from './t';
export { u, v as local };
export { default } from './d';
const plain = require('./plain'), { a, b: c, ...others } = require("y");
const part = require('z').part;
require('./effect')
let lazy = () => import('./lazy');
const loaded = await import('./loaded');

/** The limit. */
export const LIMIT = 1234, SECOND = 'hushed';
const token = "hushed", re = /hushed/g;
let count = 0;
var first, second = 2;
export const { left, right: renamed = 'hushed' } = make(), [head] = list;

/** Greets. */
export function greet(name = "hushed", opts = { retries: 5, key: 'hushed' }, ...rest) {
  const local = 1;
  const inner = (x) => x + local;
  function nested() { return inner(`hushed ${count(1)} hushed`); }
  return nested().map(inner)?.filter(Boolean) ?? new ns.Thing(name);
}

async function later() { await 'hushed'.split(',').run(greet); }
function* generate() { yield 1; }

// Adds.
const five = async (a, b = 2) => a + b;
const six = function named() {}, seven = () => {}, Eight = class extends Base { run() {} };
export const wrapped = React.memo(function Wrapped() { return greet(); });

class Animal extends mixins.Walker {
  static #count = 0;
  name = 'hushed';
  handler = (e) => this.emit(e);
  /** Makes one. */
  constructor(name) {
    super(name);
    this.bark = () => Animal.create();
    this.plain = 1;
  }
  get size() { return this.#hidden(); }
  set size(v) {}
  static async create() {}
  *[Symbol.iterator]() {}
  #hidden() {}
  "quoted name"() {}
  static { init(); }
}

class Dog extends Animal {}

const api = {
  /** Gets. */
  get(id) { return fetch(`/hushed/${id}`); },
  post: async function (body) {},
  'put': (x) => x,
  nested: { deep() {} },
  value: 1,
};

exports.one = function (a) {};
exports.VERSION = '1.0-hushed';
exports.same = same;
module.exports.two = () => 2;
module.exports = { three: async () => 3, four() {}, one: exports.one };
exports.k = exports.K = function () {};
Foo.prototype.bar = function (x) { return x instanceof Dog; };
Foo.baz = class {};
Foo.prototype = { qux() {} };
Foo.ignored = 4;
window.app.start = function start() {};
handler = function () {};

test('hushed', () => {
  const inTest = 1;
  const helper = () => greet("hushed");
  expect(helper()).toBe('hushed');
});

(function iife() { first(); })();

promise.then(function onDone() {
  done();
}).catch((e) => {
  fail(e);
}).finally(end);

export default {
  name: 'hushed',
  data() { return <Panel title="hushed"><div/><ns.Item onClick={() => click()}/></Panel>; },
};
