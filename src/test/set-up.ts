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

GlobalRegistrator.register({ url: 'http://localhost/' })

// The document's own versions drop cookies and know no streams; the server's code needs the real ones.
Object.assign(globalThis, native)

// React's server leaves the contexts of its last page behind, where a rendering of the browser's side in the same
// process finds them: an empty page clears them.
const { renderToReadableStream } = await import('react-dom/server')
afterEach(async () => {
  await renderToReadableStream(null)
})
