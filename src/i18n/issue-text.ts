import type { Translate } from './i18n'
import type { MessageId, MessageValues } from './messages'

/**
 * The text of a validation issue. Contracts use message ids; a validator's own message becomes a general text, as on the
 * server.
 */
export function issueText(t: Translate, message: string, values?: MessageValues): string {
  return t(message.startsWith('validation.') ? (message as MessageId) : 'validation.value', values)
}
