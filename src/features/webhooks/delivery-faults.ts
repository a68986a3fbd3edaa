import type { Language } from '#i18n/language'
import type { MessageId } from '#i18n/messages'
import { translate } from '#i18n/translate'
import { NoSuchName, NotPublic } from '#platform/http/public-network'

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
