import type { Change, Figures } from '#platform/events/changes'
import { parseJson } from '#text/parse-json'

type LiveMessage =
  { event: 'hello' | 'reset'; id: string; data: Figures } | { event: 'change'; id: string; data: Figures & Change }

/**
 * Messages between windows of one browser: what the window with the connection has received, and the request of a newly
 * opened one.
 */
type Passed = { heard: LiveMessage } | { asks: true } | { ended: true }

type Listener = {
  heard(what: LiveMessage): void
  /** Called when the connection was refused: resolves to whether there is a session nevertheless. */
  refused(): Promise<boolean>
}

const name = 'industria-live'
const address = '/api/events'
const firstPause = 1000
const longestPause = 30_000
/** Milliseconds between checks of the clock; a longer gap means that the device was asleep. */
const napCheckInterval = 20_000
const nap = 60_000

/**
 * Subscribes to the event stream until the returned function is called. One of all windows of a browser has the connection
 * and forwards to the others; when it closes, another one continues at the same position. Without Web Locks each window
 * has its own connection.
 */
export function subscribeToChanges(listener: Listener): () => void {
  if (typeof EventSource === 'undefined') return () => {}
  // Web Locks are not available over plain http.
  const locks: LockManager | null | undefined = navigator.locks
  return locks && typeof BroadcastChannel !== 'undefined'
    ? shareConnection(locks, listener)
    : connect(listener, () => undefined)
}

function shareConnection(locks: LockManager, { heard, refused }: Listener): () => void {
  const others = new BroadcastChannel(name)
  const leaving = new AbortController()
  let last: LiveMessage | undefined
  let leads = false

  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel has no target origin
  const pass = (passed: Passed) => others.postMessage(passed)
  const take = (what: LiveMessage) => {
    last = what
    heard(what)
  }
  others.addEventListener('message', ({ data }: MessageEvent<Passed>) => {
    if ('heard' in data) take(data.heard)
    else if ('ended' in data) void refused()
    else if (leads && last) pass({ heard: { event: 'hello', id: last.id, data: last.data } })
  })
  pass({ asks: true })

  locks
    .request(name, { signal: leaving.signal }, async () => {
      leads = true
      const stop = connect(
        {
          heard: (what) => {
            take(what)
            pass({ heard: what })
          },
          refused: async () => {
            const isLoggedIn = await refused()
            if (!isLoggedIn && !leaving.signal.aborted) pass({ ended: true })
            return isLoggedIn
          },
        },
        () => last?.id,
      )
      await new Promise((resolve) => leaving.signal.addEventListener('abort', resolve))
      stop()
    })
    // Aborted while waiting for the lock.
    .catch(() => {})

  return () => {
    leaving.abort()
    others.close()
  }
}

/** One connection, reopened whenever it breaks, until the session ends. `lastId`: the position to continue from. */
function connect({ heard, refused }: Listener, lastId: () => string | undefined): () => void {
  let source: EventSource | undefined
  let retrying: ReturnType<typeof setTimeout> | undefined
  let pause = firstPause
  let isOver = false
  let own: string | undefined

  const open = () => {
    source?.close()
    const after = own ?? lastId()
    const opened = new EventSource(after === undefined ? address : `${address}?${new URLSearchParams({ after })}`)
    source = opened
    for (const event of ['hello', 'change', 'reset'] as const)
      opened.addEventListener(event, ({ data, lastEventId }) => {
        pause = firstPause
        own = lastEventId
        heard({ event, id: lastEventId, data: parseJson(String(data)) } as LiveMessage)
      })
    opened.addEventListener('error', () => {
      // The browser reconnects by itself, but not after an error response.
      if (opened === source && opened.readyState === opened.CLOSED) void wait()
    })
  }
  const wait = async () => {
    const isLoggedIn = await refused()
    if (isOver || !isLoggedIn) return
    retrying = setTimeout(open, pause * (0.5 + Math.random()))
    pause = Math.min(longestPause, pause * 2)
  }

  // After sleep a machine may not notice that its connection is gone.
  let looked = Date.now()
  const watching = setInterval(() => {
    if (Date.now() - looked > nap && source?.readyState === source?.OPEN) open()
    looked = Date.now()
  }, napCheckInterval)

  open()
  return () => {
    isOver = true
    clearTimeout(retrying)
    clearInterval(watching)
    source?.close()
  }
}
