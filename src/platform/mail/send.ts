import { Readable } from 'node:stream'
import { and, eq, gt, isNotNull, sql } from 'drizzle-orm'
import { emitChanges, withChanges } from '#platform/events/changes'
import type { MailConfig } from '#platform/config'
import type { Database } from '#platform/db/database'
import type { Services } from '#platform/services'
import { claimMail, lease } from './claim'
import { type MailContent, mailState, outbox } from './table'
import { transportOf } from './transport'

type Row = typeof outbox.$inferSelect

/** `isFinal`: the server has refused this mail permanently. */
type Verdict = { ok: true } | { ok: false; error: string; isFinal: boolean; isServers: boolean }

const second = 1000
const renewEvery = 1.5 * second
/** Retry interval in milliseconds for storing the result of a mail. */
const storeRetryEvery = 200
const longestPause = 15 * 60
const mostAtOnce = 4
/** Maximum number of concurrent mails, however slow the server is. */
export const mostConcurrent = 32
/** Maximum number of concurrent newsletter mails, so that a slow server still gets other mail. */
const mostNewsletters = 8
let sending = 0
let sendingNewsletters = 0
/** The Message-IDs that this process has claimed without storing the result, even if the lease has expired. */
const claimed = new Set<string>()

/** Sends all mails that are due, several at a time; several processes may do so at once. */
export async function sendDue(services: Services): Promise<void> {
  const { mail } = services.config
  const first = mail && sending < mostConcurrent ? await claim(services) : undefined
  if (!mail || !first) return
  await Promise.all([
    sendOneByOne(services, mail, first),
    ...Array.from({ length: mostAtOnce - 1 }, () => sendOneByOne(services, mail)),
  ])
}

/** Makes all pending mails due, whatever their backoff, because a restart may have fixed the problem. */
export async function tryAllNow(db: Database): Promise<void> {
  await db
    .update(outbox)
    .set({ nextAttemptAt: sql`now()` })
    .where(and(eq(outbox.state, 'waiting'), gt(outbox.nextAttemptAt, sql`now()`)))
}

/** Verifies the connection to the mail server and logs the result in one line. */
export async function checkServer({ db, log }: Pick<Services, 'db' | 'log'>, mail: MailConfig): Promise<void> {
  try {
    await (await transportOf(mail)).verify()
    await noteServer({ db, log }, null)
  } catch (error) {
    await noteServer({ db, log }, verdictOf(error).error)
  }
}

const claim = (services: Services): Promise<Row | undefined> =>
  claimMail(services, { claimed, withNewsletters: sendingNewsletters < mostNewsletters })

async function sendOneByOne(services: Services, mail: MailConfig, first?: Row): Promise<void> {
  for (let row = first ?? (await claim(services)); row; row = await claim(services)) {
    await deliver(services, mail, row)
    if (services.stopping.aborted || sending >= mostConcurrent) return
  }
}

/** Renews the lease until the result is stored, so that no other process sends the mail too. */
async function deliver(services: Services, mail: MailConfig, row: Row): Promise<void> {
  const { db, log } = services
  claimed.add(row.messageId)
  const renewing = setInterval(() => {
    void db
      .update(outbox)
      .set({ leasedUntil: lease })
      .where(and(eq(outbox.id, row.id), isNotNull(outbox.leasedUntil)))
      .catch((error: unknown) => log.warn('A mail’s lease could not be renewed', { id: row.id, error }))
  }, renewEvery)
  try {
    const verdict = await tryToSend(services, mail, row)
    if (verdict) await withRetries(services, () => settle(services, row, verdict))
  } finally {
    clearInterval(renewing)
    claimed.delete(row.messageId)
  }
}

/** Retries storing the mail server's response while the database cannot be written. */
async function withRetries(
  { stopping, log }: Pick<Services, 'stopping' | 'log'>,
  work: () => Promise<void>,
): Promise<void> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (stopping.aborted) throw error
      log.warn('The result of sending a mail could not be stored yet', { error })
      await Bun.sleep(storeRetryEvery)
    }
  }
}

/** Undefined when the mail was withdrawn meanwhile, or leased by another process while this one was suspended. */
async function tryToSend({ db }: Services, mail: MailConfig, row: Row): Promise<Verdict | undefined> {
  const newsletters = row.kind === 'letter' ? 1 : 0
  sending++
  sendingNewsletters += newsletters
  let isWithdrawn = false
  const transport = await transportOf(mail)
  // A server may delay a mail for long; it can be withdrawn until its content is sent.
  transport.use('stream', ({ message }, done) => {
    message.processFunc((input) => Readable.from(unlessWithdrawn(input)))
    done()
  })
  async function* unlessWithdrawn(input: Readable) {
    const content = Buffer.concat(await Array.fromAsync(input))
    const isClaimed = and(eq(outbox.id, row.id), eq(outbox.state, 'waiting'), eq(outbox.attempts, row.attempts))
    isWithdrawn = (await db.$count(outbox, isClaimed)) === 0
    if (isWithdrawn) throw new Error('The mail was withdrawn')
    yield content
  }
  try {
    const { letter, messageId, to } = row
    await transport.sendMail({ ...letter, headers: toHeaders(letter.headers), from: mail.from, to, messageId })
    return { ok: true }
  } catch (error) {
    return isWithdrawn ? undefined : verdictOf(error)
  } finally {
    sending--
    sendingNewsletters -= newsletters
  }
}

/** Addresses stay on one line, because not every client unfolds headers. */
const toHeaders = (headers: MailContent['headers'] = {}) =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      name.startsWith('List-') ? { prepared: true, value } : value,
    ]),
  )

async function settle(services: Services, row: Row, verdict: Verdict): Promise<void> {
  await withChanges(services, async (tx) => {
    await note(services, tx, row, verdict)
    emitChanges(tx, [{ kind: 'mail', action: 'updated', id: row.id }])
  })
}

async function note(
  { log }: Pick<Services, 'log'>,
  db: Database,
  { id, attempts, trySince }: Row,
  verdict: Verdict,
): Promise<void> {
  if (verdict.ok) {
    await db
      .update(outbox)
      // The content is deleted as soon as it is sent: it may hold a secret link.
      .set({
        letter: { subject: '', text: '', html: '' },
        state: 'sent',
        sentAt: sql`now()`,
        nextAttemptAt: null,
        leasedUntil: null,
        lastError: null,
      })
      .where(eq(outbox.id, id))
    await noteServer({ db, log }, null)
    return
  }
  const { error, isFinal, isServers } = verdict
  const isOver = isFinal || Date.now() - Date.parse(trySince) > 24 * 3600 * second
  await db
    .update(outbox)
    .set({
      lastError: error,
      leasedUntil: null,
      ...(isOver
        ? { state: 'failed', nextAttemptAt: null }
        : { nextAttemptAt: sql`now() + make_interval(secs => ${pauseAfter(attempts)})` }),
    })
    .where(and(eq(outbox.id, id), eq(outbox.state, 'waiting')))
  await noteServer({ db, log }, isServers ? error : null)
  // The server's reply may name the recipient: it is stored in the outbox, not in the log.
  if (isOver) log.warn('A mail could not be sent', { id, attempts, code: codeOf(error) })
  else if (!isServers) log.info('A mail could not be sent yet', { id, attempts, code: codeOf(error) })
}

/** Backoff in seconds: two, doubled each time up to a quarter of an hour, with jitter so that not all retry at once. */
export const pauseAfter = (attempts: number, random = Math.random()): number =>
  Math.min(longestPause, 2 ** attempts) * (0.9 + 0.2 * random)

let lastReported: string | null = null

/** Stores the state of the mail server. However many mails wait for an unusable one, it is logged once. */
async function noteServer({ db, log }: Pick<Services, 'db' | 'log'>, lastError: string | null): Promise<void> {
  const now = { ok: lastError === null, lastError, at: sql`now()` }
  await db.insert(mailState).values(now).onConflictDoUpdate({ target: mailState.id, set: now })
  // The rest of a server's message may differ each time.
  const kind = lastError && (codeOf(lastError) ?? lastError)
  if (kind === lastReported) return
  lastReported = kind
  if (lastError === null) log.info('The mail server can be used again')
  else log.warn('The mail server cannot be used; mails wait until it can', { reason: lastError })
}

const codeOf = (error: string) => /^\d{3}/.exec(error)?.[0]

type SmtpError = { message?: unknown; code?: unknown; command?: unknown; response?: unknown; responseCode?: unknown }

/** A permanent rejection (5xx) of the envelope or the mail is final; every other failure is retried. */
function verdictOf(cause: unknown): Extract<Verdict, { ok: false }> {
  const { message, command, response, responseCode } = cause as SmtpError
  const text = String(response ?? message ?? cause)
    .replaceAll(/\s+/g, ' ')
    .slice(0, 500)
  const isOfMail = /^(MAIL|RCPT|DATA)/.test(String(command ?? ''))
  const isFinal = isOfMail && typeof responseCode === 'number' && responseCode >= 500
  return { ok: false, error: text, isFinal, isServers: !isOfMail }
}
