import { namedRecord } from '#platform/named-record'
import type { Feature } from '#platform/feature'
import { sitePaths } from '#i18n/addresses/paths'
import { plainForm } from '#platform/writes/plain-form'
import { messagesApi, sendForm } from './api'
import { messageInput } from './contract'
import { findableMessages } from './findable'
import { notifyOwner } from './notify'
import { personalData } from './personal-data'
import { countUnread } from './store'
import { and, eq, lt, or, sql } from 'drizzle-orm'
import { emitChanges } from '#platform/events/changes'
import { tryLock } from '#platform/scheduler/scheduler'
import { system, type Transaction } from '#platform/events/events'
import { ownerSettings } from '#platform/owner/table'
import type { Services } from '#platform/services'
import { commitAs } from '#platform/writes/commit'
import { contactMessages, messageReplies } from './table'
import { storedMessage, storedReply } from './stored'

const { id, spam, spamSince, submittedAt } = contactMessages

/** Deletes messages beyond the owner's retention time, and spam older than 30 days. */
export async function sweepMessages(services: Services): Promise<void> {
  await commitAs(
    services,
    system,
    (erased: number) =>
      erased > 0 ? { kind: 'message', action: 'deleted', id: null, activityActions: [] } : undefined,
    async (tx) => ((await tryLock(tx, 'sweep messages')) ? eraseOld(tx) : 0),
  )
}

/** Resolves to their number. Messages moved to spam by hand are kept as long as those classified as spam. */
async function eraseOld(tx: Transaction): Promise<number> {
  const [kept] = await tx.select({ days: ownerSettings.messagesKeptDays }).from(ownerSettings)
  const days = kept?.days ?? null
  const erased = await tx
    .delete(contactMessages)
    .where(
      or(
        and(eq(spam, true), lt(sql`coalesce(${spamSince}, ${submittedAt})`, sql`now() - interval '30 days'`)),
        days === null ? undefined : lt(submittedAt, sql`now() - make_interval(days => ${days})`),
      ),
    )
    .returning({ id })
  emitChanges(
    tx,
    erased.map((row) => ({ kind: 'message', action: 'deleted', id: row.id })),
  )
  return erased.length
}

declare module '#platform/events/events' {
  interface Kinds {
    message: true
  }
}

const minute = 60_000

export const messages: Feature = {
  api: {
    named: { '/api/contact/:id': namedRecord(contactMessages, contactMessages.id, 'message') },
    routes: messagesApi,
    figures: { unread: countUnread },
    forms: [
      plainForm({
        path: sitePaths.contact,
        name: 'contact',
        fields: ['name', 'email', 'subject', 'message'],
        success: () => 'contact.successText',
        body: messageInput,
        isTimed: true,
        submit: sendForm,
      }),
    ],
  },
  content: {
    tables: {
      messages: {
        table: contactMessages,
        row: storedMessage,
        later: ['archived', 'spamScore', 'spamReasons', 'spamSince', 'textHash', 'language'],
      },
      replies: { table: messageReplies, row: storedReply },
    },
  },
  listeners: [notifyOwner],
  jobs: [{ name: 'sweep messages', every: minute, erases: true, runInEach: sweepMessages }],
  privacy: { holds: personalData },
  findable: { rows: [findableMessages] },
}
