import { sql } from 'drizzle-orm'
import { NoSuchName, NotPublic } from '#platform/http/public-network'
import type { EventName, Kind, Listener, RecordState, WriteEvent } from '#platform/events/events'
import { translate } from '#i18n/translate'
import type { Config } from '#platform/config'
import type { Language } from '#i18n/language'
import type { MessageId } from '#i18n/messages'
import { createHmac } from 'node:crypto'
import { recordKindOf, recordKinds } from '#features/kinds'
import { sitePaths } from '#i18n/addresses/paths'
import type { Database } from '#platform/db/database'
import { screensOfEvents, type WebhookEvent } from './contract'

type Occasion = { event: WebhookEvent | EventName; kind: string; id: number | string; path: string | undefined }

const recordNames = recordKinds.map(({ name }) => name)
const otherEvents = Object.keys(screensOfEvents) as EventName[]

/** The kinds whose events are delivered. */
export const deliveredKinds: readonly Kind[] = [
  ...recordNames,
  'page',
  ...otherEvents.map((name) => name.split('.')[0] as Kind),
]

/** Queues deliveries in the transaction of the write they are about, so that both are committed or neither is. */
export const enqueueDeliveries: Listener = {
  on: [...recordNames, 'page', ...otherEvents],
  async run(tx, event, { config }) {
    const occasion = occasionOf(event)
    if (occasion) await queue(tx, config, occasion)
  },
}

function occasionOf({ kind, name, action, id, before, after }: WriteEvent): Occasion | undefined {
  if (id === null) return undefined
  const screen = screensOfEvents[name]
  if (screen) return { event: name, kind, id, path: screen(id) }
  // The built-in pages always exist: their content can only be updated.
  if (kind === 'page')
    return action === 'drafted' ? undefined : { event: 'page.updated', kind, id, path: pathsOfPages[id] }
  const record = recordKindOf(kind)
  const done = action === 'deleted' ? action : action === 'drafted' ? undefined : changeOf(before, after)
  return (
    record && done && { event: `${record.publicName}.${done}`, kind, id, path: [after, before].find(isLive)?.paths[0] }
  )
}

const pathsOfPages: Readonly<Record<string, string>> = sitePaths
const isLive = (state: RecordState | undefined) => state?.status === 'published'

/** The public change of a write; undefined if only editors see it. */
function changeOf(before: RecordState | undefined, after: RecordState | undefined) {
  if (isLive(after)) return isLive(before) ? 'updated' : 'published'
  return isLive(before) ? 'unpublished' : undefined
}

/** Inserts a delivery for each enabled webhook that subscribes to the event. Locked, so that none is deleted before. */
async function queue(tx: Database, { siteUrl }: Pick<Config, 'siteUrl'>, { event, kind, id, path }: Occasion) {
  // Without a configured site URL it is only a path, which the receiver has to resolve.
  const url = path === undefined ? null : (siteUrl ?? '') + path
  const body = bodyOf(event, { kind, id, url })
  await tx.execute(sql`
    insert into webhook_deliveries (webhook_id, event, body)
    select id, ${event}, ${body} from webhooks where enabled and ${event} = any (events) for key share`)
}

/** The payload contains no personal data: receivers fetch the record from the API with their own authorization. */
export const bodyOf = (
  type: Occasion['event'],
  data: { kind: string; id: number | string; url: string | null },
): string => JSON.stringify({ type, timestamp: new Date().toISOString(), data })

/** The error codes stored for failed attempts, with the messages that translate them for the reader. */
const faultTexts = {
  answered: 'webhooks.fault.answered',
  late: 'webhooks.fault.late',
  private: 'webhooks.fault.private',
  'no-name': 'webhooks.fault.noName',
  'name-service': 'webhooks.fault.nameService',
  refused: 'webhooks.fault.refused',
  closed: 'webhooks.fault.closed',
  unreachable: 'webhooks.fault.unreachable',
  certificate: 'webhooks.fault.certificate',
  'no-tls': 'webhooks.fault.noTls',
  'no-http': 'webhooks.fault.noHttp',
} as const satisfies Record<string, MessageId>
type Fault = keyof typeof faultTexts

const isFault = (text: string): text is Fault => Object.hasOwn(faultTexts, text)

/** Patterns of error codes of Node, c-ares and OpenSSL. */
const faultsByCode: readonly (readonly [RegExp, Fault])[] = [
  [/^ECONNREFUSED$/, 'refused'],
  [/^(?:ECONNRESET|EPIPE|ECONNABORTED)$/, 'closed'],
  [/^ETIMEDOUT$/, 'late'],
  [/^(?:EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENETDOWN|EADDRNOTAVAIL)$/, 'unreachable'],
  [/^(?:EAI_\w+|ESERVFAIL|EREFUSED|ETIMEOUT|ENODATA)$/, 'name-service'],
  [/CERT/, 'certificate'],
  [/^(?:ERR_SSL_|EPROTO)/, 'no-tls'],
  [/^HPE_/, 'no-http'],
]

/** The stored code of an error; unknown errors keep their own message, shortened. */
export function faultOf(error: unknown): string {
  if (error instanceof NotPublic) return 'private' satisfies Fault
  if (error instanceof NoSuchName) return 'no-name' satisfies Fault
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const known = faultsByCode.find(([pattern]) => pattern.test(code))
  if (known) return known[1]
  const detail = error instanceof Error ? error.message || code || error.name : error
  return String(detail).replaceAll(/\s+/g, ' ').slice(0, 300)
}

/** The text of a stored error, for a reader. */
export const faultText = (
  { lastError, status }: { lastError: string | null; status: number | null },
  language: Language,
): string | null =>
  lastError !== null && isFault(lastError)
    ? translate(language, faultTexts[lastError], { status: String(status) })
    : lastError

const prefix = 'whsec_'

/** Standard Webhooks: `whsec_` and the base64 of 32 random bytes. */
export const newSecret = (): string =>
  prefix + Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64')

/** The headers of one attempt, signed with all `secrets`. */
export function signedHeaders(
  secrets: readonly string[],
  { id, body, at }: { id: string; body: string; at: Date },
): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const sign = (secret: string) =>
    createHmac('sha256', Buffer.from(secret.slice(prefix.length), 'base64'))
      .update(`${id}.${timestamp}.${body}`)
      .digest('base64')
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map((secret) => `v1,${sign(secret)}`).join(' '),
  }
}
