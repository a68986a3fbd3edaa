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
import { subscribeToChanges } from './subscribe-to-changes'

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
