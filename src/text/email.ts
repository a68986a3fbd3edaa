/** A dot-atom and at least two labels, the last of which is not numeric. */
const address =
  /^[\p{L}\p{N}\p{M}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{N}\p{M}!#$%&'*+/=?^_`{|}~-]+)*@(?:[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}-]{0,61}[\p{L}\p{N}\p{M}])?\.)+(?!\p{N}+$)[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}-]{0,61}[\p{L}\p{N}\p{M}])?$/u

/** Whether `text` looks like a deliverable address, in any script (`usuario@español.es`). */
export const isEmail = (text: string): boolean => text.length <= 254 && text.indexOf('@') <= 64 && address.test(text)

/** The form for comparing addresses: trimmed, NFC, lower case. */
export const emailKey = (email: string): string => email.trim().normalize('NFC').toLowerCase()

/** The mailbox of an address, for comparison: without the subaddress after a `+`. */
export const mailboxKey = (email: string): string => emailKey(email).replace(/^([^+]+)\+.*@/, '$1@')

/** Whether a text contains the address of `key`, and not only a longer one that includes it. */
export function containsEmail(text: string, key: string): boolean {
  const folded = emailKey(text)
  for (let at = folded.indexOf(key); at >= 0; at = folded.indexOf(key, at + 1)) {
    const isWhole =
      !/[\p{L}\p{N}\p{M}._%+-]$/u.test(folded.slice(0, at)) &&
      !/^(?:[\p{L}\p{N}\p{M}-]|\.[\p{L}\p{N}])/u.test(folded.slice(at + key.length))
    if (isWhole) return true
  }
  return false
}

/** The address of `"Ada" <ada@acme.example>`, with or without a name. */
export const addressIn = (mailbox: string): string => /<([^<>]*)>\s*$/.exec(mailbox)?.[1] ?? mailbox
