import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { emitChanges } from '#platform/events/changes'
import type { Transaction } from '#platform/events/events'
import { postEach } from '#platform/mail/outbox'
import { outbox } from '#platform/mail/table'
import type { Services } from '#platform/services'
import { letterHeaders } from './headers'
import { replyTo } from './send'
import { findRow } from './store'
import type { LetterSources } from './sources'
import { newsletterLetters as letters, newsletterRuns as runs } from './table'
import { withLeave } from './template'

/** Letters per transaction. */
const batch = 50
/** Limits of letters waiting in the outbox: they take up space, and have to be withdrawn when a reader unsubscribes. */
const leastWaiting = 50
const mostWaiting = 200

/** Puts the next batch of letters into the outbox; resolves to whether there is room for more. */
export async function writeLetters(
  tx: Transaction,
  { config }: Pick<Services, 'config'>,
  { sources, id }: { sources: LetterSources; id: number },
): Promise<boolean> {
  const most = Math.min(mostWaiting, Math.max(leastWaiting, config.mailRate))
  const room = most - (await tx.$count(outbox, and(eq(outbox.kind, 'letter'), eq(outbox.state, 'waiting'))))
  const { mail } = config
  if (room <= 0 || !mail) return false
  const next = await tx
    .select({ id: letters.id, subscriberId: letters.subscriberId, language: letters.language })
    .from(letters)
    .where(and(eq(letters.newsletterId, id), eq(letters.state, 'waiting')))
    .orderBy(asc(letters.id))
    .limit(Math.min(room, batch))
  const [run] = await tx.select().from(runs).where(eq(runs.newsletterId, id))
  const row = await findRow(tx, id)
  const templates = run?.templates
  if (next.length === 0 || !templates) return false
  const readers = await sources.address(tx, config.siteUrl ?? '', {
    ids: next.map(({ subscriberId }) => subscriberId),
    source: nameOf(id),
    state: row.readerState,
  })
  const letterOf = new Map(next.map((letter) => [letter.subscriberId, letter]))
  const written = readers.flatMap((reader) => {
    const letter = letterOf.get(reader.id)
    return letter ? [{ reader, letter }] : []
  })
  const mails = await postEach(
    tx,
    config,
    written.map(({ reader, letter }) => ({
      kind: 'letter',
      to: reader.email,
      about: reader.about,
      letter: {
        ...withLeave(templates[letter.language], reader.leave),
        replyTo: replyTo(mail),
        headers: { ...letterHeaders(config), ...reader.headers },
      },
    })),
  )
  await note(
    tx,
    written.map(({ letter }, at) => ({ id: letter.id, outboxId: mails[at]!.id })),
    next.map((letter) => letter.id),
  )
  const last = mails.at(-1)
  if (last) emitChanges(tx, [{ kind: 'mail', action: 'created', id: last.id }])
  return room > batch && next.length === batch
}

/** The newsletter's name in links and events. */
const nameOf = (id: number): string => `newsletter:${id}`

/** Marks letters with a mail as queued, and those without one as `left`: their readers have unsubscribed. */
async function note(tx: Transaction, queued: readonly { id: number; outboxId: number }[], all: readonly number[]) {
  await tx
    .update(letters)
    .set({ state: 'left' })
    .where(inArray(letters.id, [...all]))
  if (queued.length === 0) return
  const pairs = sql.join(
    queued.map(({ id, outboxId }) => sql`(${id}::int, ${outboxId}::int)`),
    sql`, `,
  )
  await tx.execute(sql`
    update newsletter_letters set state = 'queued', outbox_id = mail.outbox_id
    from (values ${pairs}) as mail (id, outbox_id) where mail.id = newsletter_letters.id`)
}
