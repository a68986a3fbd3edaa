import { peopleQuery } from '#auth/queries'
import { secondFactorQuery } from '#auth/second-factor/queries'
import { authCheckQuery } from '#auth/sessions/session'

/** What is read anew when one's own factors have changed: whether one has to be added, too. */
export const staleFactors = [
  secondFactorQuery().queryKey,
  peopleQuery().queryKey,
  authCheckQuery().queryKey,
  ['/api/checklist'],
]
