import type { Services } from '#platform/services'
import { commitAs } from '#platform/writes/commit'
import { sourceOf } from './source'

/** Records a failed login in Activity, whether the name exists or not. */
export async function recordFailedLogin(services: Services, username: string, request: Request): Promise<void> {
  await commitAs(
    services,
    { is: 'visitor', source: sourceOf(request) },
    () => ({ kind: 'session', action: 'created', id: null, title: username, activityActions: ['sign-in-refused'] }),
    async () => {},
  )
}
