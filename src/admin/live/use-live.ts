import { useQueryClient, type Query, type QueryClient } from '@tanstack/react-query'
import { atom, useAtomValue, useSetAtom } from 'jotai'
import { useEffect } from 'react'
import { authCheckQuery, userAtom } from '#auth/sessions/session'
import type { Figures, Change } from '#platform/events/changes'
import { tabCountAtom } from '#ui/controls/screen'
import type { Kind } from '#platform/events/events'
import { createMediaCache } from '#features/media/library/media-cache'
import { recordKinds } from '#features/kinds'
import { isLong } from '#features/media/queries'
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

const channelName = 'industria-live'
const eventsAddress = '/api/events'
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
function subscribeToChanges(listener: Listener): () => void {
  if (typeof EventSource === 'undefined') return () => {}
  // Web Locks are not available over plain http.
  const locks: LockManager | null | undefined = navigator.locks
  return locks && typeof BroadcastChannel !== 'undefined'
    ? shareConnection(locks, listener)
    : connect(listener, () => undefined)
}

function shareConnection(locks: LockManager, { heard, refused }: Listener): () => void {
  const others = new BroadcastChannel(channelName)
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
    .request(channelName, { signal: leaving.signal }, async () => {
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
    const opened = new EventSource(
      after === undefined ? eventsAddress : `${eventsAddress}?${new URLSearchParams({ after })}`,
    )
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

const library = '/api/media'
/** Up to this number library items are invalidated one by one; above it, every query that shows items. */
const mostItems = 10

/** Queries that depend on all public texts. */
const ofTexts = [
  '/api/translations',
  '/api/overview',
  '/api/waiting',
  '/api/checks',
  '/api/checklist',
  '/api/links',
  '/api/samples',
]

/** The prefixes of queries that show records of a kind. Every action of an administrator also appears in Activity. */
const shownBy: Partial<Record<Kind, readonly string[]>> = {
  message: ['/api/contact'],
  subscriber: ['/api/waitlist', '/api/newsletters'],
  newsletter: ['/api/newsletters'],
  webhook: ['/api/webhooks'],
  import: ['/api/imports'],
  mail: ['/api/outbox', '/api/mail', '/api/contact', '/api/system'],
  user: ['/api/users', '/api/account', '/api/invitations', '/api/sessions', '/api/tokens', '/api/checklist'],
  session: ['/api/sessions', '/api/users'],
  token: ['/api/tokens'],
  ...Object.fromEntries(recordKinds.map(({ name, api }) => [name, [`/api${api}`, ...ofTexts]])),
  page: ['/api/page-contents', ...ofTexts],
  media: [library, '/api/waiting', '/api/checklist', '/api/links', '/api/site/brand'],
  'site-settings': ['/api/checklist', '/api/site/brand', '/api', '/api/samples'],
  'site-text': ['/api/checklist', '/api/samples'],
  samples: ['/api/samples', '/api/checklist'],
  checklist: ['/api/checklist'],
  link: ['/api/links', '/api/checklist'],
  backup: ['/api/backups', '/api/checklist'],
  settings: ['/api/settings', '/api/settings/backups'],
}
const always = '/api/activity'
const all = [...new Set([always, ...Object.values(shownBy).flat()])]

/** The shortest interval between refetches, in milliseconds. */
const pace = 500

/** Invalidates queries of changed kinds: at once, and then at most once per interval. */
export function createStaleness(client: QueryClient) {
  const media = createMediaCache(client)
  const waiting = new Set<string>()
  /** Changed library items, until the window is visible. */
  const items = new Set<number>()
  let resting: ReturnType<typeof setTimeout> | undefined
  const late = new Set<ReturnType<typeof setTimeout>>()

  function read() {
    if (items.size > mostItems) {
      waiting.add(library)
      items.clear()
    }
    if (!document.hidden) {
      for (const id of items) void media.follow(id)
      items.clear()
    }
    if (waiting.size === 0) {
      resting = undefined
      return
    }
    const addresses = new Set(waiting)
    waiting.clear()
    resting = setTimeout(read, pace)
    void invalidate(addresses, document.hidden ? 'none' : 'active')
  }

  /** Inactive queries are only marked as stale. */
  async function invalidate(addresses: ReadonlySet<string>, refetchType: 'active' | 'none') {
    const isStale = ({ queryKey: [address] }: Query) => addresses.has(String(address))
    await client.invalidateQueries({ predicate: isStale, refetchType: 'none' })
    if (refetchType === 'active')
      await client.refetchQueries({ type: 'active', predicate: (query) => isStale(query) && !isLong(query) })
  }

  const look = () => {
    if (!document.hidden && items.size > 0 && resting === undefined) read()
  }
  document.addEventListener('visibilitychange', look)

  function add(addresses: readonly string[]) {
    for (const address of addresses) waiting.add(address)
    if (resting === undefined) read()
  }

  return {
    changed({ kind, action, id }: Change) {
      const shown = [...(shownBy[kind] ?? []), always]
      if (kind === 'media' && action === 'updated') {
        items.add(Number(id))
        add([always])
      } else if ((kind === 'media' || kind === 'webhook') && action === 'deleted') {
        // Delayed, because the window that deleted the record may still show it, and would request a 404.
        late.add(setTimeout(() => add(shown), pace))
      } else {
        add(shown)
      }
    },
    anything: () => add(all),
    /** Data read before the connection was open is refetched when it is shown the next time. */
    unsure: () => void invalidate(new Set(all), 'none'),
    stop() {
      clearTimeout(resting)
      late.forEach(clearTimeout)
      document.removeEventListener('visibilitychange', look)
    },
  }
}

/** Undefined until the first event. */
export const figuresAtom = atom<Figures | undefined>(undefined)

/**
 * Updates the admin's data after changes by others, while signed in. Open forms keep their values. Used once, at the
 * root of the admin.
 */
export function useLive(): void {
  const client = useQueryClient()
  const user = useAtomValue(userAtom)
  const setFigures = useSetAtom(figuresAtom)
  const setTabCount = useSetAtom(tabCountAtom)

  useEffect(() => {
    if (!user) return
    const staleness = createStaleness(client)
    let isFirst = true
    const stop = subscribeToChanges({
      heard({ event, data: { unread, failed, ...change } }) {
        setFigures({ unread, failed })
        setTabCount(unread)
        if (event === 'reset') staleness.anything()
        else if (event === 'change' && 'kind' in change) staleness.changed(change)
        else if (isFirst) staleness.unsure()
        isFirst = false
      },
      async refused() {
        try {
          // The session watcher handles an ended session.
          const check = await client.fetchQuery({ ...authCheckQuery(), staleTime: 0 })
          return check.authenticated
        } catch {
          return true
        }
      },
    })
    return () => {
      stop()
      staleness.stop()
      setFigures(undefined)
      setTabCount(0)
    }
  }, [user, client, setFigures, setTabCount])
}
