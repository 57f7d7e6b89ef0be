"""Names that come with Node, the browser, the language and its types."""

from __future__ import annotations

BUILTIN = frozenset(
    "assert async_hooks buffer child_process cluster console constants crypto dgram "
    "diagnostics_channel dns domain events fs http http2 https inspector module net os path "
    "perf_hooks process punycode querystring readline repl stream string_decoder sys timers tls "
    "trace_events tty url util v8 vm wasi worker_threads zlib".split()
)
"""Modules of Node; they win over packages."""

GLOBALS = frozenset(
    # The language.
    "AggregateError Array ArrayBuffer AsyncFunction AsyncGenerator AsyncGeneratorFunction "
    "AsyncIterable AsyncIterableIterator AsyncIterator Atomics BigInt BigInt64Array BigUint64Array "
    "Boolean DataView Date Error EvalError FinalizationRegistry Float32Array Float64Array Function "
    "Generator GeneratorFunction Infinity Int16Array Int32Array Int8Array Intl Iterable "
    "IterableIterator Iterator JSON Map Math NaN Number Object Promise PromiseLike Proxy "
    "RangeError ReadonlyArray ReadonlyMap ReadonlySet ReferenceError Reflect RegExp Set "
    "SharedArrayBuffer String Symbol SyntaxError Thenable TypeError TypedPropertyDescriptor "
    "URIError Uint16Array Uint32Array Uint8Array Uint8ClampedArray WeakMap WeakRef WeakSet "
    "arguments decodeURI decodeURIComponent encodeURI encodeURIComponent escape eval globalThis "
    "isFinite isNaN parseFloat parseInt undefined unescape "
    # Its types.
    "ArrayLike Awaited Capitalize ClassDecorator ConstructorParameters Exclude Extract "
    "InstanceType Lowercase MethodDecorator NoInfer NonNullable Omit OmitThisParameter "
    "ParameterDecorator Parameters Partial Pick PropertyDecorator PropertyDescriptor PropertyKey "
    "Readonly Record RegExpExecArray RegExpMatchArray Required ReturnType TemplateStringsArray "
    "ThisParameterType ThisType Uncapitalize Uppercase "
    # Node and browsers.
    "AbortController AbortSignal Blob BroadcastChannel Buffer CSSStyleSheet CustomEvent "
    "DOMException DOMParser Document DocumentFragment Element Event EventSource EventTarget File "
    "FileList FileReader FormData HTMLElement HTMLInputElement Headers Image "
    "IntersectionObserver KeyboardEvent MessageChannel MessageEvent MouseEvent MutationObserver "
    "Node NodeJS NodeList Notification PerformanceObserver ReadableStream Request ResizeObserver "
    "Response SVGElement SharedWorker Storage TextDecoder TextEncoder TransformStream URL "
    "URLSearchParams WebAssembly WebSocket Window Worker WritableStream XMLHttpRequest "
    "XMLSerializer __dirname __filename addEventListener alert atob btoa cancelAnimationFrame "
    "cancelIdleCallback caches clearImmediate clearInterval clearTimeout confirm console "
    "createImageBitmap crypto customElements dispatchEvent document fetch getComputedStyle "
    "getSelection global history indexedDB localStorage location matchMedia navigator "
    "performance postMessage process prompt queueMicrotask removeEventListener reportError "
    "requestAnimationFrame requestIdleCallback require screen sessionStorage setImmediate "
    "setInterval setTimeout structuredClone window "
    # What runners of tests put beside them.
    "after afterAll afterEach before beforeAll beforeEach describe expect it jest test".split()
)
"""Names that stand for nothing of a repository's where no scope and no import of it says so."""
