import { afterEach, mock, setDefaultTimeout } from 'bun:test'
import { GlobalRegistrator } from '@happy-dom/global-registrator'
import { inspect } from 'node:util'
import * as engine from 'bun:jsc'

// The first use of the embedded database takes seconds on a busy machine.
setDefaultTimeout(120_000)

const native = Object.fromEntries(
  [
    'fetch',
    'Request',
    'Response',
    'Headers',
    'FormData',
    'File',
    'Blob',
    'URL',
    'URLSearchParams',
    'AbortController',
    'AbortSignal',
    'ReadableStream',
    'WritableStream',
    'TransformStream',
    'WebSocket',
  ].map((name) => [name, Reflect.get(globalThis, name)]),
)

// A followed link would end the document that all files share.
GlobalRegistrator.register({
  url: 'http://localhost/',
  settings: { navigation: { disableMainFrameNavigation: true, disableFallbackToSetURL: true } },
})

// The simulated versions drop cookies and have no streams; the server's code needs the real ones.
Object.assign(globalThis, native)

// The heap of a test process contains what all its files have loaded: a full collection would take long each time.
mock.module('bun:jsc', () => ({ ...engine, fullGC: () => {} }))

// A hash takes 30 ms of CPU time, and most tests use the same passwords: each is hashed, and compared with a hash, once.
const { hash, verify } = Bun.password
const hashes = new Map<string, Promise<string>>()
const comparisons = new Map<string, Promise<boolean>>()
const once = <Result>(known: Map<string, Promise<Result>>, of: unknown[], make: () => Promise<Result>) => {
  const key = JSON.stringify(of)
  const result = known.get(key) ?? make()
  known.set(key, result)
  return result
}
Bun.password.hash = (password, how) => once(hashes, [password, how], () => hash(password, how))
Bun.password.verify = (password, made, how) =>
  once(comparisons, [password, made, how], () => verify(password, made, how))

// A simulated timer of 0 ms has no `unref`, which code of the server calls: the wait until a wake may be over already.
Object.assign(Reflect.getPrototypeOf(setTimeout(() => undefined, 0)) ?? {}, { unref: () => undefined })

// Without it React records no timings of components, which take a tenth of the CPU time of rendering.
Reflect.deleteProperty(console, 'timeStamp')

// Attempts of `waitFor` fail at first, and the message of a failure with an element would contain the whole document
// with all its inner objects, 200 MB in seconds.
Object.defineProperty(Node.prototype, inspect.custom, {
  value(this: Node) {
    return this instanceof Element ? this.outerHTML.slice(0, 1000) : this.nodeName
  },
})

// React's server keeps its mark on each context, and rendering that one in a simulated browser would warn every time.
const report = console.error
console.error = (...words: unknown[]) => {
  if (!String(words[0]).startsWith('Detected multiple renderers concurrently')) report(...words)
}

// The test files of a process share one simulated browser, in random order, and hooks of a shared module would run for
// the first file only, so this cleans up after each test. React's server leaves the contexts of its last page, which
// would be visible to client rendering: rendering an empty page clears them.
const { renderToReadableStream } = await import('react-dom/server')
afterEach(async () => {
  await renderToReadableStream(null)
  if (document.body.childElementCount > 0) (await import('@testing-library/react')).cleanup()
  globalThis.fetch = native.fetch
  document.title = ''
  for (const [name] of document.cookie.matchAll(/[^=; ]+(?==)/g)) document.cookie = `${name}=; Path=/; Max-Age=-1`
  localStorage.clear()
  sessionStorage.clear()
})
