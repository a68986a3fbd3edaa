import type { Services } from '#platform/services'
import { commitAs } from '#platform/writes/commit'
import { sourceOf } from './source'

/** Whoever guesses leaves a trace, whether there is such a name or not. */
export async function noteRefusal(services: Services, username: string, request: Request): Promise<void> {
  await commitAs(
    services,
    { is: 'visitor', source: sourceOf(request) },
    () => ({ kind: 'session', action: 'created', id: null, title: username, activityActions: ['sign-in-refused'] }),
    async () => {},
  )
}
