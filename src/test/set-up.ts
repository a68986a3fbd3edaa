import { afterEach, setDefaultTimeout } from 'bun:test'
import { GlobalRegistrator } from '@happy-dom/global-registrator'

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

// A link that is followed would end the document that all files share.
GlobalRegistrator.register({
  url: 'http://localhost/',
  settings: { navigation: { disableMainFrameNavigation: true, disableFallbackToSetURL: true } },
})

// The document's own versions drop cookies and know no streams; the server's code needs the real ones.
Object.assign(globalThis, native)

// The files of a process share one browser, in an order that is another each time, and the hooks of a module that many
// of them share would run for the first of them only: here is cleared away what a test leaves behind. React's server
// leaves the contexts of its last page, where a rendering of the browser's side finds them: an empty page clears them.
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
