import type { QueryClient } from '@tanstack/react-query'
import type { ChangeKind } from '#base/change'

/** What shows records of a kind, by what its queries begin with. Whatever an administrator does is told in Activity. */
const shownBy: Record<ChangeKind, readonly string[]> = {
  message: ['/api/contact'],
  subscriber: ['/api/waitlist'],
  mail: ['/api/outbox', '/api/mail', '/api/contact'],
  user: ['/api/users', '/api/account', '/api/invitations', '/api/sessions'],
  session: ['/api/sessions', '/api/users'],
  post: ['/api/blog', '/api/translations'],
  project: ['/api/projects', '/api/translations'],
  page: ['/api/page-contents', '/api/translations'],
}
const always = '/api/activity'
const all = [...new Set([always, ...Object.values(shownBy).flat()])]

/** However fast changes come, what is shown is read anew this often, in milliseconds. */
const pace = 500

/** Has what is on the screen read anew when it has changed, at once and then at a bearable pace. */
export function createStaleness(client: QueryClient) {
  const waiting = new Set<string>()
  let resting: ReturnType<typeof setTimeout> | undefined

  function read() {
    if (waiting.size === 0) {
      resting = undefined
      return
    }
    const addresses = new Set(waiting)
    waiting.clear()
    resting = setTimeout(read, pace)
    void invalidate(addresses, document.hidden ? 'none' : 'active')
  }

  /** What nobody looks at is read when somebody does. */
  const invalidate = (addresses: ReadonlySet<string>, refetchType: 'active' | 'none') =>
    client.invalidateQueries({ predicate: ({ queryKey: [address] }) => addresses.has(String(address)), refetchType })

  function add(addresses: readonly string[]) {
    for (const address of addresses) waiting.add(address)
    if (resting === undefined) read()
  }

  return {
    changed: (kind: ChangeKind) => add([...(shownBy[kind] ?? []), always]),
    anything: () => add(all),
    /** What was read before somebody listened is read again when it is shown the next time. */
    unsure: () => void invalidate(new Set(all), 'none'),
    stop: () => clearTimeout(resting),
  }
}
