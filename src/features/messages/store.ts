import { and, desc, eq, getTableColumns, inArray, lt, or, type SQL, sql } from 'drizzle-orm'
import { queryForms } from '#text/email-forms'
import type { DayCounts } from '#contract/day-counts'
import type { Config } from '#platform/config'
import { countByDay, allIds, containsWords, mayBeEmail } from '#platform/db/sql'
import type { Database } from '#platform/db/database'
import { changesTo, emitChanges } from '#platform/events/changes'
import { type Actor, type ActivityAction, system, type Transaction } from '#platform/events/events'
import { ownerSettings } from '#platform/owner/table'
import { tryLock } from '#platform/jobs/scheduler'
import { commitAs } from '#platform/writes/commit'
import { notFound } from '#contract/http-error'
import { defaultLanguage, type Language } from '#i18n/language'
import { translate } from '#i18n/translate'
import { type Listed, listed } from '#platform/long-list'
import { countSubmission } from '#platform/writes/throttle'
import type { Services } from '#platform/services'
import {
  type Folder,
  type Message,
  type MessageChange,
  type MessageInput,
  type MessageWithThread,
  type ReplyInput,
  type SpamReason,
  type ThreadEntry,
  messageWithThread,
  type MessageListQuery,
} from './contract'
import { addReply, threadOf } from './replies'
import { scoreSpam } from './spam'
import { contactMessages, messageReplies } from './table'
import type { PersonalData } from '#platform/personal-data'
import { emailKey } from '#text/email'

type Row = typeof contactMessages.$inferSelect & { replies: number }

const { name, email, subject, message: text, spam, archived } = contactMessages

const inFolder: Record<Folder, SQL | undefined> = {
  inbox: and(eq(spam, false), eq(archived, false)),
  archive: and(eq(spam, false), eq(archived, true)),
  spam: eq(spam, true),
}

/** Newest first; without a folder all messages but spam. */
export async function listMessages(
  db: Database,
  { folder, q = '' }: MessageListQuery = {},
  language: Language = defaultLanguage,
): Promise<Listed<Message>> {
  const { id } = contactMessages
  const among = folder === undefined ? eq(spam, false) : folder === 'all' ? undefined : inFolder[folder]
  const ids = await allIds(db, db.select({ id }).from(contactMessages).where(among).orderBy(desc(id)).$dynamic())
  return listed(ids, async (some) => {
    const rows = await select(db)
      .where(
        and(
          inArray(id, [...some]),
          among,
          or(...queryForms(q).map((form) => containsWords([name, email, subject, text], form))),
        ),
      )
      .orderBy(desc(id))
    return rows.map((row) => toMessage(row, language))
  })
}

/** The number of new messages in the inbox. */
export const countUnread = (db: Database): Promise<number> =>
  db.$count(contactMessages, and(inFolder.inbox, eq(contactMessages.read, false)))

/** All messages but spam, by the day on which they came. */
export const countMessages = ({ db, config }: Pick<Services, 'db' | 'config'>): Promise<DayCounts> =>
  countByDay(db, config, { table: contactMessages, at: contactMessages.submittedAt, where: eq(spam, false) })

/** With its thread, oldest first. Throws 404. */
export async function findMessage(db: Database, id: number, language: Language): Promise<MessageWithThread> {
  return { ...toMessage(await findRow(db, id), language), thread: await threadOf(db, id) }
}

/** Classifies and stores a message; null for spam, which causes no notification. Throws 429. */
export async function sendMessage(
  { config, db }: Pick<Services, 'config' | 'db'>,
  { website, formTime, ...draft }: MessageInput,
  { address, language }: { address: string; language: Language },
): Promise<{ id: number } | null> {
  await countSubmission({ config, db }, address)
  const { isSpam, score, reasons, textHash } = await scoreSpam(db, { ...draft, website, formTime })
  const [row] = await db
    .insert(contactMessages)
    .values({ ...draft, spam: isSpam, spamScore: score, spamReasons: reasons, textHash, language })
    .returning({ id: contactMessages.id })
  return isSpam || !row ? null : row
}

/** The change of a message: `activityActions` is empty if nothing changed. */
export type Changed = { message: Message; title: string; activityActions: ActivityAction[] }

/** Throws 404. */
export async function changeMessage(
  tx: Database,
  id: number,
  { read, folder }: MessageChange,
  language: Language,
): Promise<Changed> {
  await lock(tx, id)
  const row = await findRow(tx, id)
  const isRead = read !== undefined && read !== row.read
  const isMoved = folder !== undefined && folder !== folderOf(row)
  const change = {
    ...(isRead ? { read } : {}),
    ...(isMoved
      ? {
          archived: folder === 'archive',
          spam: folder === 'spam',
          spamSince: folder === 'spam' ? sql<string>`now()` : null,
        }
      : {}),
  }
  if (isRead || isMoved) await tx.update(contactMessages).set(change).where(eq(contactMessages.id, id))
  return {
    message: toMessage(await findRow(tx, id), language),
    title: titleOf({ ...row, spam: row.spam || folder === 'spam' }),
    activityActions: [
      ...(isMoved ? (['moved'] as const) : []),
      ...(isRead ? [read ? ('read' as const) : ('updated' as const)] : []),
    ],
  }
}

/** Includes its replies. Throws 404. */
export async function deleteMessage(tx: Database, id: number): Promise<{ id: number; title: string }> {
  const [row] = await tx.delete(contactMessages).where(eq(contactMessages.id, id)).returning({ name, spam })
  if (!row) throw notFound('message')
  return { id, title: titleOf(row) }
}

export type Replied = { id: number; title: string; entry: ThreadEntry }

/** Throws 404, and 409 if the site sends no mail. */
export async function replyToMessage(
  tx: Transaction,
  config: Config,
  id: number,
  reply: ReplyInput & { actor: Actor },
): Promise<Replied> {
  await lock(tx, id)
  const message = await findRow(tx, id)
  return { id, title: titleOf(message), entry: await addReply(tx, config, { ...reply, message }) }
}

/** Serializes changes of a message, and replies to it. */
const lock = (tx: Database, id: number) =>
  tx.select({ id: contactMessages.id }).from(contactMessages).where(eq(contactMessages.id, id)).for('update')

/** Messages are titled by their sender; that of spam is not stored elsewhere. */
const titleOf = (row: { name: string; spam: boolean }): string => (row.spam ? '' : row.name)

/** Throws 404. */
async function findRow(db: Database, id: number): Promise<Row> {
  const [row] = await select(db).where(eq(contactMessages.id, id))
  if (!row) throw notFound('message')
  return row
}

function select(db: Database) {
  const replies = db.$count(messageReplies, eq(messageReplies.messageId, contactMessages.id))
  return db
    .select({ ...getTableColumns(contactMessages), replies })
    .from(contactMessages)
    .$dynamic()
}

const folderOf = (row: Pick<Row, 'spam' | 'archived'>): Folder =>
  row.spam ? 'spam' : row.archived ? 'archive' : 'inbox'

const toMessage = (row: Row, language: Language): Message => ({
  id: row.id,
  name: row.name,
  email: row.email,
  subject: row.subject,
  message: row.message,
  submittedAt: row.submittedAt,
  read: row.read,
  folder: folderOf(row),
  spam: spamOf(row, language),
  replies: row.replies,
})

/** Spam without reasons was detected by the honeypot, which skips the other rules. */
function spamOf({ spam: isSpam, spamSince, spamScore, spamReasons }: Row, language: Language): Message['spam'] {
  const isOld = isSpam && spamSince === null && spamReasons.length === 0
  const reasons: SpamReason[] = isOld ? [{ rule: 'honeypot' }] : spamReasons
  return {
    score: isOld ? 100 : spamScore,
    reasons: reasons.map((reason) => translate(language, `spam.${reason.rule}`, { count: reason.count ?? 0 })),
  }
}

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
        and(
          eq(spam, true),
          lt(
            sql`coalesce(${contactMessages.spamSince}, ${contactMessages.submittedAt})`,
            sql`now() - interval '30 days'`,
          ),
        ),
        days === null ? undefined : lt(contactMessages.submittedAt, sql`now() - make_interval(days => ${days})`),
      ),
    )
    .returning({ id: contactMessages.id })
  emitChanges(tx, changesTo('message', 'deleted', erased))
  return erased.length
}

/** A person's messages, in every folder, with the replies. */
export const personalData: PersonalData = {
  name: 'messages',
  kind: 'message',
  shape: messageWithThread,
  async find(db, { key }) {
    const rows = await db
      .select({ id: contactMessages.id, email: contactMessages.email })
      .from(contactMessages)
      .where(mayBeEmail(contactMessages.email, key))
    return rows.filter((row) => emailKey(row.email) === key).map((row) => row.id)
  },
  async read(db, ids, language) {
    const messages = []
    for (const one of ids.toSorted((a, b) => b - a)) messages.push(await findMessage(db, one, language))
    return messages
  },
  async erase(tx, ids) {
    const replies = await tx
      .delete(messageReplies)
      .where(inArray(messageReplies.messageId, [...ids]))
      .returning({ id: messageReplies.id })
    const rows = await tx
      .delete(contactMessages)
      .where(inArray(contactMessages.id, [...ids]))
      .returning({ id: contactMessages.id })
    emitChanges(tx, changesTo('message', 'deleted', rows))
    return { messages: rows.length, replies: replies.length }
  },
}
