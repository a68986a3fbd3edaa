import { useQueryClient } from '@tanstack/react-query'
import { atom, useAtomValue, useSetAtom } from 'jotai'
import { useEffect } from 'react'
import { authCheckQuery, userAtom } from '#auth/sessions/session'
import type { Figures } from '#platform/events/change-event'
import { tabCountAtom } from '#ui/controls/screen'
import { subscribeToChanges } from './subscribe-to-changes'
import { createStaleness } from './stale'

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
