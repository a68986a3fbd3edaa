import { sql } from 'drizzle-orm'
import { adminPaths } from '#i18n/addresses/admin-paths'
import { href } from '#i18n/addresses/href'
import { doneOrLeft, type Feature, namedRecord } from '#platform/feature'
import { storedLine } from '#text/stored-schema'
import { authApi } from './api'
import { z } from 'zod'
import { isEmail } from '#text/email'
import { plainText } from '#text/schema'
import { isAffordable } from './passwords/passwords'
import { forgetInvited, sweepInvitations } from './people/invitations'
import { notifyOthers } from './people/notify-others'
import { sweepChallenges } from './second-factor/challenges'
import { hasSecondFactor } from './second-factor/factors'
import { challenges, passkeys, recoveryCodes, totpSecrets } from './second-factor/table'
import { sweepSessions } from './sessions/sessions'
import { sweepResets } from './passwords/password-resets'
import { apiTokens } from './tokens/table'
import { invitations, passwordResets, sessions, setupCodes, users } from './table'

// The schemas of accounts in archives.

const storedUser = {
  username: storedLine(256).min(1, 'validation.username'),
  usernameKey: storedLine(256).min(1, 'validation.username'),
  passwordHash: plainText(500).refine(isAffordable, 'validation.value'),
  first: z.literal(true).nullable(),
  email: z.string().refine(isEmail, 'validation.email').nullable(),
}

const base32 = plainText(200).regex(/^[A-Z2-7]+=*$/, 'validation.value')

const storedTotp = {
  secret: base32.nullable(),
  pendingSecret: base32.nullable(),
  usedSteps: z.array(z.int32()).max(100, 'validation.tooMany'),
}

const base64url = (max: number) => plainText(max).regex(/^[\w-]+=*$/, 'validation.value')

const storedPasskey = {
  name: plainText(500),
  credentialId: base64url(2000),
  publicKey: base64url(8000),
  counter: z.int().min(0, 'validation.value'),
  transports: z.array(storedLine(50)).max(20, 'validation.tooMany'),
}

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
