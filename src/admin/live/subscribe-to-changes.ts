import type { Change, Figures } from '#platform/events/change-event'
import { parseJson } from '#text/parse-json'

export type LiveMessage =
  { event: 'hello' | 'reset'; id: string; told: Figures } | { event: 'change'; id: string; told: Figures & Change }

/** Between windows of one browser: what the one that listens has heard, and the question of one that came later. */
type Passed = { heard: LiveMessage } | { asks: true } | { ended: true }

type Listener = {
  heard(what: LiveMessage): void
  /** The connection was refused: resolves to whether there is a session all the same. */
  refused(): Promise<boolean>
}

const name = 'industria-live'
const address = '/api/events'
const firstPause = 1000
const longestPause = 30_000
/** Milliseconds between checks of the clock; a longer gap means that the device was asleep. */
const glance = 20_000
const nap = 60_000

/**
 * Subscribes to the event stream until the returned function is called. One of all windows of a browser has the connection
 * and forwards to the others; when it closes, another one continues at the same position. Without Web Locks each window
 * has its own connection.
 */
export function subscribeToChanges(listener: Listener): () => void {
  if (typeof EventSource === 'undefined') return () => {}
  // Over plain http there are none.
  const locks: LockManager | null | undefined = navigator.locks
  return locks && typeof BroadcastChannel !== 'undefined'
    ? hearTogether(locks, listener)
    : connect(listener, () => undefined)
}

function hearTogether(locks: LockManager, { heard, refused }: Listener): () => void {
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
    else if (leads && last) pass({ heard: { event: 'hello', id: last.id, told: last.told } })
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
    // Called off while it waited.
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
    const made = new EventSource(after === undefined ? address : `${address}?${new URLSearchParams({ after })}`)
    source = made
    for (const event of ['hello', 'change', 'reset'] as const)
      made.addEventListener(event, ({ data, lastEventId }) => {
        pause = firstPause
        own = lastEventId
        heard({ event, id: lastEventId, told: parseJson(String(data)) } as LiveMessage)
      })
    made.addEventListener('error', () => {
      // The browser reconnects by itself, but not after an error response.
      if (made === source && made.readyState === made.CLOSED) void wait()
    })
  }
  const wait = async () => {
    const isLoggedIn = await refused()
    if (isOver || !isLoggedIn) return
    retrying = setTimeout(open, pause * (0.5 + Math.random()))
    pause = Math.min(longestPause, pause * 2)
  }

  // A machine that has slept may not know that its connection is gone.
  let looked = Date.now()
  const watching = setInterval(() => {
    if (Date.now() - looked > nap && source?.readyState === source?.OPEN) open()
    looked = Date.now()
  }, glance)

  open()
  return () => {
    isOver = true
    clearTimeout(retrying)
    clearInterval(watching)
    source?.close()
  }
}
