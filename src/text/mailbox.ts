import { isEmail } from './email'

/** The mailbox of a name and an address, as a header has it. */
export const toMailbox = (name: string, plain: string): string =>
  name === '' ? plain : `"${name.replaceAll(/["\\\r\n]/g, '')}" <${plain}>`

/** `Ada <ada@acme.example>` or `ada@acme.example`, formatted for a header; undefined if it is no mailbox. */
export function readMailbox(text: string): string | undefined {
  const [, name = '', plain = text.trim()] = /^\s*"?([^"<>]*?)"?\s*<\s*([^<>\s]+)\s*>\s*$/.exec(text) ?? []
  return isEmail(plain) ? toMailbox(name, plain) : undefined
}

/** The address of `"Ada" <ada@acme.example>`, with or without a name. */
export const addressIn = (mailbox: string): string => /<([^<>]*)>\s*$/.exec(mailbox)?.[1] ?? mailbox
