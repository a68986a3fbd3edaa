import type { ActivityAction, Transaction } from '#platform/events/events'
import { requestOrigin } from '#platform/http/request-facts'
import type { Services } from '#platform/services'
import { commitAs } from '#platform/writes/commit'
import type { User } from '#auth/contract'
import { deviceCookies } from './known-devices'
import { startSession } from '#auth/sessions/sessions'
import { sourceOf } from './source'

type Answer = { request: Request; set: { headers: Record<string, unknown> } }

type Proof = {
  /** Consumes the proof, in the transaction that starts the session; an error it throws is the response. */
  use(tx: Transaction): Promise<void>
  activityActions?: readonly ActivityAction[]
  /** Whether it is a second factor. */
  isFactor?: boolean
}

/** Starts a session for an authenticated person, and sets its cookie and the device's. */
export async function signIn(
  services: Services,
  user: User,
  { request, set }: Answer,
  { use, activityActions = [], isFactor }: Proof = { use: async () => {} },
): Promise<User> {
  const source = sourceOf(request)
  const origin = requestOrigin(request)
  const { cookies } = await commitAs(
    services,
    { is: 'administrator', user, session: '', source },
    ({ number }: { number: number; cookies: string[] }) => ({
      kind: 'session',
      action: 'created',
      id: number,
      title: user.username,
      activityActions: ['signed-in', ...activityActions],
    }),
    async (tx) => {
      await use(tx)
      const { number, cookie } = await startSession(tx, user.id, origin, { source, isConfirmed: isFactor })
      return { number, cookies: [cookie, ...(await deviceCookies(tx, user.id, request))] }
    },
  )
  set.headers['set-cookie'] = cookies
  return user
}
