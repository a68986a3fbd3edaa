import { z } from 'zod'
import type { Feature } from '#platform/feature'
import { authApi } from './api'
import { forgetInvited, sweepInvitations } from './people/invitations'
import { sweepSessions } from './sessions/sessions'
import { sweepResets } from './passwords/password-resets'
import { invitations, passwordResets, sessions, setupCodes, users } from './table'

declare module '#platform/events/events' {
  interface Kinds {
    user: true
    session: true
    invitation: true
  }
}

const hour = 3_600_000

export const auth: Feature = {
  api: { routes: authApi },
  content: {
    tables: { users: { table: users, later: ['email', 'lastUsedAt'], row: { first: z.literal(true).nullable() } } },
    passing: [sessions, setupCodes, invitations, passwordResets],
  },
  privacy: { forget: forgetInvited },
  jobs: [
    { name: 'sweep sessions', every: hour, run: sweepSessions },
    { name: 'sweep invitations', every: hour, run: sweepInvitations },
    { name: 'sweep password resets', every: hour, run: sweepResets },
  ],
}
