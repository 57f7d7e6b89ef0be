// What TypeScript may hold.

import type { A, type B as C } from './types';
import { type D, E } from './mixed';
import type Def from './def';
import x = require('foo');
import y = NS.Sub.z;
export import q = NS.r;
export type { T1 } from './t1';
export * from './all.js';
export { E as Exported, Def as default };
export as namespace Lib;

declare module 'ambient' {
  /** Ambient. */
  export function f(a: string): void;
  const k: number;
}
declare global {
  interface Window { app: A }
  var shared: string;
}
namespace Outer.Inner {
  export const v = 1;
  export function helper(a: A): C { return v as unknown as C; }
}
module M {}
declare namespace Ambient { function nf(): void; class Amb { m(): void; static s: string } }

declare function g(a: number): string;
declare const VERSION: string, OTHER: number;
declare let declared: Map<A, C>;

/** Overloaded. */
function over(a: string): void;
function over(a: number): void;
function over(a: any = 'hushed', b = { n: 5 }): void {
  type Local = { inside: string };
  interface Hidden { m(): void }
  const o: { field: A; method(): void } = make<A>('hushed');
}

/** Klass. */
@Injectable({ token: 'hushed' })
export abstract class Klass<T extends A = C> extends Base<T> implements I, NS.I2<T> {
  private readonly p: string = 'hushed';
  static #q?: number;
  protected declare f: D;
  accessor h = 1;
  @Input() input: Klass.Nested;
  arrow = async (a: A): Promise<C> => { return this.over(a); };
  constructor(private a: A, public readonly b = 1, c: number) { super(); }
  abstract m(): void;
  get z(): T { return this.p!.length as T; }
  over(a: string): void;
  protected over(a: any) { a?.b?.(); new NS.Thing<A>(); }
  @Output('hushed')
  @HostListener
  emit(@Inject(E) e: E) {}
  [key: string]: any;
}

interface I extends J, NS.K<L> {
  /** A. */
  a: string;
  b?(): void;
  (x: A): C;
  new (x: C): D;
  readonly [k: string]: E;
  get g(): F;
  'quoted-name': G;
  nested: { deep: H };
}
interface I { merged: true }

type Alias<T> = A | C[] | { x: string; m(): void } | typeof over | Map<K, 'hushed'>;
type Fn = (a: P) => R;
type Guard = (v: unknown) => v is Q;

enum Color { Red, Green = 'hushed', 'Quoted' = 1 }
declare const enum CE { One = 1 }
export const enum Exp { X }

export const generic = <T,>(v: T): v is string => v satisfies Z;
export default interface DefaultI {}
export = Klass;
type Path = `hushed` | `hushed/${Name}`;
interface Routed { at: `hushed`; go(to: `hushed${Name}`): `hushed` }
obj[`hushed`].go();
