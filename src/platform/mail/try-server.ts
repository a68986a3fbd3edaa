import type { SendMailOptions } from 'nodemailer'
import { invalid } from '#contract/http-error'
import type { MessageId } from '#i18n/messages'
import { within } from '#platform/within'
import { transportOf } from './transport'

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

type SmtpError = { code?: unknown; command?: unknown; response?: unknown; responseCode?: unknown }

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
