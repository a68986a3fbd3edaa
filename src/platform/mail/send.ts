import { Readable } from 'node:stream'
import { and, eq, gt, sql } from 'drizzle-orm'
import { emitChanges, withChanges } from '#platform/events/changes'
import type { MailConfig } from '#platform/config'
import type { Database } from '#platform/db/database'
import { doubledPause, inSeconds, untilStored } from '#platform/jobs/leased-rows'
import type { Services } from '#platform/services'
import { mails, nextMail } from './outbox'
import { type MailContent, mailState, outbox } from './table'
import type { Transporter, SendMailOptions } from 'nodemailer'
import { invalid } from '#contract/http-error'
import type { MessageId } from '#i18n/messages'
import { within } from '#platform/within'

type Row = typeof outbox.$inferSelect

/** `isFinal`: the server has refused this mail permanently. */
type Verdict = { ok: true } | { ok: false; error: string; isFinal: boolean; isServers: boolean }

const second = 1000
const longestPause = 15 * 60
const mostAtOnce = 4

/** Maximum number of concurrent mails, however slow the server is. */
export const mostConcurrent = 32

/** Maximum number of concurrent newsletter mails, so that a slow server still gets other mail. */
const mostNewsletters = 8

/** Sends all mails that are due, several at a time; several processes may do so at once. */
export async function sendDue(services: Services): Promise<void> {
  const { mail } = services.config
  if (!mail) return
  await mails.runDue(services, {
    atOnce: mostAtOnce,
    next: (held) =>
      held.length < mostConcurrent
        ? nextMail(services, { withNewsletters: held.filter(({ kind }) => kind === 'letter').length < mostNewsletters })
        : undefined,
    async work({ row }) {
      const verdict = await tryToSend(services, mail, row)
      if (verdict) await untilStored(services, () => store(services, row, verdict))
    },
  })
}

/** Undefined when the mail was withdrawn meanwhile, or leased by another process while this one was suspended. */
async function tryToSend({ db }: Services, mail: MailConfig, row: Row): Promise<Verdict | undefined> {
  let isWithdrawn = false
  const transport = await transportOf(mail)
  // A server may delay a mail for long; it can be withdrawn until its content is sent.
  transport.use('stream', ({ message }, done) => {
    message.processFunc((input) => Readable.from(unlessWithdrawn(input)))
    done()
  })
  async function* unlessWithdrawn(input: Readable) {
    const content = Buffer.concat(await Array.fromAsync(input))
    // Renewed, because the answer may be late, and then another process would send it again.
    isWithdrawn = !(await mails.renew(db, row))
    if (isWithdrawn) throw new Error('The mail was withdrawn')
    yield content
  }
  try {
    const { letter, messageId, to } = row
    await transport.sendMail({ ...letter, headers: toHeaders(letter.headers), from: mail.from, to, messageId })
    return { ok: true }
  } catch (error) {
    return isWithdrawn ? undefined : verdictOf(error)
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

async function store(services: Services, row: Row, verdict: Verdict): Promise<void> {
  await withChanges(services, async (tx) => {
    await note(services, tx, row, verdict)
    emitChanges(tx, [{ kind: 'mail', action: 'updated', id: row.id }])
  })
}

async function note({ log }: Pick<Services, 'log'>, db: Database, row: Row, verdict: Verdict): Promise<void> {
  const { id, attempts, trySince } = row
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
      // Whichever process has it now: the server has accepted it.
      .where(eq(outbox.id, id))
    await noteServer({ db, log }, null)
    return
  }
  const { error, isFinal, isServers } = verdict
  const isOver = isFinal || Date.now() - Date.parse(trySince) > 24 * 3600 * second
  await mails.settle(db, row, {
    lastError: error,
    ...(isOver
      ? { state: 'failed', nextAttemptAt: null }
      : { nextAttemptAt: inSeconds(doubledPause(attempts, longestPause)) }),
  })
  await noteServer({ db, log }, isServers ? error : null)
  // The server's reply may name the recipient: it is stored in the outbox, not in the log.
  if (isOver) log.warn('A mail could not be sent', { id, attempts, code: codeOf(error) })
  else if (!isServers) log.info('A mail could not be sent yet', { id, attempts, code: codeOf(error) })
}

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

type SmtpError = {
  message?: unknown
  code?: unknown
  command?: unknown
  response?: unknown
  responseCode?: unknown
}

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

/** Milliseconds for everything: connecting, logging in, and a mail. */
const longest = 25_000

/**
 * Connects and logs in to a mail server, and sends `mail` if there is one. Throws 422 at the field that is to blame, with
 * the server's reply where it is one of SMTP: other services on a port say nothing to the reader.
 */
export async function tryMailServer(url: string, mail?: SendMailOptions): Promise<void> {
  const transport = await transportOf({ url })
  try {
    const trying: Promise<unknown> = mail ? transport.sendMail(mail) : transport.verify()
    await within(longest, trying)
  } catch (error) {
    throw faultOf(error, new URL(url))
  } finally {
    transport.close()
  }
}

function faultOf(cause: unknown, { hostname, port, password }: URL) {
  const { code, command, response, responseCode } = cause as SmtpError
  const secret = decodeURIComponent(password)
  const text = typeof responseCode === 'number' ? String(response).replaceAll(/\s+/g, ' ').slice(0, 300) : ''
  const reply = secret === '' ? text : text.replaceAll(secret, '…')
  const server = `${hostname}:${port}`
  const at = (path: string, message: MessageId) => invalid([{ path, message, values: { reply, server } }])
  if (code === 'EAUTH' || command === 'AUTH' || String(command).startsWith('AUTH '))
    return at('mailServer.password', 'validation.mailLogin')
  if (code === 'EENVELOPE' || /^(?:MAIL|DATA)/.test(String(command)))
    return at(String(command).startsWith('RCPT') ? 'to' : 'mailFrom', 'validation.mailRefused')
  if (String(command).startsWith('RCPT')) return at('to', 'validation.mailRefused')
  if (code === 'EDNS' || code === 'ENOTFOUND') return at('mailServer.host', 'validation.mailUnknownHost')
  if (code === 'ETLS' || (code === 'ESOCKET' && /TLS|SSL|certificate/i.test(String(cause))))
    return at('mailServer.security', 'validation.mailEncryption')
  if (code === 'EPROTOCOL') return at('mailServer.host', 'validation.mailNoServer')
  return at('mailServer.host', 'validation.mailSilent')
}

/** Loads nodemailer lazily, so that the start does not wait for it. */
async function transportOf({ url }: Pick<MailConfig, 'url'>): Promise<Transporter> {
  const { createTransport } = await import('nodemailer')
  return createTransport({
    url,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}
