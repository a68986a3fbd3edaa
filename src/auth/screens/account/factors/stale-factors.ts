import { peopleQuery } from '#auth/queries'
import { secondFactorQuery } from '#auth/second-factor/queries'
import { authCheckQuery } from '#auth/sessions/session'

/** The queries to invalidate when the user's own factors change, including whether one is required. */
export const staleFactors = [
  secondFactorQuery().queryKey,
  peopleQuery().queryKey,
  authCheckQuery().queryKey,
  ['/api/checklist'],
]
