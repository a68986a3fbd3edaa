import { requestOrigin } from '#base/http/request-facts'
import type { Services } from '#base/services'
import { commitAs } from '#base/writes/commit'
import type { User } from './contract'
import { startSession } from './sessions'
import { sourceOf } from './source'

type Answer = { request: Request; set: { headers: Record<string, unknown> } }

/** Starts a session for somebody who has shown who they are, and hands them its cookie. */
export async function signIn(services: Services, user: User, { request, set }: Answer): Promise<User> {
  const source = sourceOf(request)
  const { cookie } = await commitAs(
    services,
    { is: 'administrator', user, session: '', source },
    ({ number }: { number: number; cookie: string }) => ({
      kind: 'session',
      action: 'created',
      id: number,
      title: user.username,
      deeds: ['signed-in'],
    }),
    (tx) => startSession(tx, user.id, requestOrigin(request), source),
  )
  set.headers['set-cookie'] = cookie
  return user
}
