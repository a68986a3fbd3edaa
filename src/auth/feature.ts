import { and, isNotNull, lte, ne, sql } from 'drizzle-orm'
import type { MessageId } from '#i18n/messages'
import { adminPaths } from '#i18n/addresses/admin-paths'
import { href } from '#i18n/addresses/href'
import type { EventName, Listener, Transaction } from '#platform/events/events'
import { doneOrLeft, type Feature, namedRecord } from '#platform/feature'
import { oneLine } from '#platform/mail/compose-mail'
import { postNotice } from '#platform/mail/notice'
import { storedLine } from '#text/stored-schema'
import { authApi } from './api'
import { z } from 'zod'
import { emailKey, isEmail } from '#text/email'
import { plainText } from '#text/schema'
import { isAffordable } from './passwords/passwords'
import { forgetInvited } from './people/invitations'
import { hasSecondFactor } from './second-factor/factors'
import { challenges, passkeys, recoveryCodes, totpSecrets } from './second-factor/table'
import { sweepSessions } from './sessions/sessions'
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

/** Deletes expired links and challenges. */
async function sweepLinks(tx: Transaction): Promise<void> {
  for (const table of [invitations, passwordResets, challenges])
    await tx.delete(table).where(lte(table.expiresAt, sql`now()`))
}

const noticeTexts: Partial<Record<EventName, { text: MessageId; screen: string }>> = {
  'user.joined': { text: 'mail.security.joined', screen: adminPaths.people },
  'user.password-changed': { text: 'mail.security.password', screen: adminPaths.people },
  'user.password-reset': { text: 'mail.security.password', screen: adminPaths.people },
  'token.created': { text: 'mail.security.token', screen: adminPaths.integrations },
}

/**
 * Mails the other administrators about a new one, a new token, and a changed password, in the owner's language, so that
 * the use of a stolen session is noticed.
 */
const notifyOthers: Listener = {
  on: ['user.joined', 'user.password-changed', 'user.password-reset', 'user.renamed', 'token.created'],
  async run(tx, { name, id, title = '', actor, activityActions = [] }, { config }) {
    // A new name and a new password may be saved at once.
    const about =
      name === 'user.renamed' && activityActions.includes('password-changed') ? 'user.password-changed' : name
    const told = noticeTexts[about]
    if (!config.mail || !told) return
    const person = actor.is === 'administrator' ? actor.user : { id: 0, username: title }
    const concerned = about.startsWith('user.') ? Number(id) : person.id
    const others = await tx
      .select({ email: users.email })
      .from(users)
      .where(and(isNotNull(users.email), ne(users.id, concerned)))
    const to = new Map(others.flatMap(({ email }) => (email ? [[emailKey(email), email] as const] : [])))
    if (to.size === 0) return
    await postNotice(tx, config, {
      kind: 'security',
      to: [...to.values()],
      about: `user:${concerned}`,
      group: 'security',
      values: { name: oneLine(person.username), title: oneLine(title) },
      paragraphs: [told.text],
      open: { label: 'mail.security.open', url: href(told.screen) },
    })
  },
}

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
    { name: 'sweep sign-in links', every: hour, run: sweepLinks },
  ],
}
