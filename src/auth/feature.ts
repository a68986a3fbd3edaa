import { sql } from 'drizzle-orm'
import { adminPaths } from '#i18n/addresses/admin-paths'
import { href } from '#i18n/addresses/href'
import { doneOrLeft } from '#platform/checklist'
import { namedRecord } from '#platform/named-record'
import type { Feature } from '#platform/feature'
import { storedLine } from '#text/stored-schema'
import { authApi } from './api'
import { storedPasskey, storedTotp, storedUser } from './stored-accounts'
import { forgetInvited, sweepInvitations } from './people/invitations'
import { notifyOthers } from './people/notify-others'
import { sweepChallenges } from './second-factor/challenges'
import { hasSecondFactor } from './second-factor/factors'
import { challenges, passkeys, recoveryCodes, totpSecrets } from './second-factor/table'
import { sweepSessions } from './sessions/sessions'
import { sweepResets } from './passwords/password-resets'
import { apiTokens } from './tokens/table'
import { invitations, passwordResets, sessions, setupCodes, users } from './table'

declare module '#platform/events/events' {
  interface Kinds {
    user: true
    session: true
    invitation: true
    token: true
  }
}

const hour = 3_600_000

export const auth: Feature = {
  api: {
    named: {
      '/api/account/passkeys/:id': namedRecord(passkeys, passkeys.id, 'passkey', { owner: passkeys.userId }),
      '/api/invitations/:id': namedRecord(invitations, invitations.id, 'invitation'),
      '/api/sessions/:id': namedRecord(sessions, sessions.number, 'session', { owner: sessions.userId }),
      '/api/tokens/:id': namedRecord(apiTokens, apiTokens.id, 'token'),
      '/api/users/:id': namedRecord(users, users.id, 'user'),
    },
    routes: authApi,
  },
  content: {
    tables: {
      users: { table: users, later: ['email', 'lastUsedAt'], row: storedUser },
      totpSecrets: { table: totpSecrets, row: storedTotp },
      passkeys: { table: passkeys, row: storedPasskey },
      recoveryCodes: { table: recoveryCodes, row: { codeHash: storedLine(100) } },
    },
    passing: [sessions, setupCodes, invitations, passwordResets, challenges, apiTokens],
  },
  listeners: [notifyOthers],
  privacy: { forget: forgetInvited },
  findable: {
    rows: [
      {
        kind: 'person',
        rows: sql`select ${users.id}::text as id, ${users.username} as title, coalesce(${users.email}, '') as text,
          null::text as status, null::text as language, ${users.createdAt} as at,
          find_words(concat_ws(' ', ${users.username}, ${users.email})) as words from ${users}`,
        href: () => href(adminPaths.people),
      },
    ],
  },
  checklist: [
    {
      key: 'second-factor',
      left: async ({ db }, { userId }) => doneOrLeft(await hasSecondFactor(db, userId), href(adminPaths.account)),
    },
  ],
  jobs: [
    { name: 'sweep sessions', every: hour, run: sweepSessions },
    { name: 'sweep invitations', every: hour, run: sweepInvitations },
    { name: 'sweep password resets', every: hour, run: sweepResets },
    { name: 'sweep sign-in challenges', every: hour, run: sweepChallenges },
  ],
}
