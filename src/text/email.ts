/** A dot-atom and at least two labels, the last of which is not numeric. */
const address =
  /^[\p{L}\p{N}\p{M}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{N}\p{M}!#$%&'*+/=?^_`{|}~-]+)*@(?:[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}-]{0,61}[\p{L}\p{N}\p{M}])?\.)+(?!\p{N}+$)[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}-]{0,61}[\p{L}\p{N}\p{M}])?$/u

/** Whether `text` looks like a deliverable address, in any script (`usuario@español.es`). */
export const isEmail = (text: string): boolean => text.length <= 254 && text.indexOf('@') <= 64 && address.test(text)

/**
 * The form for comparing addresses: trimmed, NFC, lower case, and the domain as the DNS has it. Browsers send
 * `ana@xn--espaol-zwa.example` for what programs and people write as `ana@español.example`.
 */
export function emailKey(email: string): string {
  const text = email.trim().normalize('NFC').toLowerCase()
  const at = text.lastIndexOf('@')
  return text.slice(0, at + 1) + asciiDomain(text.slice(at + 1))
}

/** What is no domain stays as it is. */
function asciiDomain(domain: string): string {
  if (!/[^ -~]/.test(domain)) return domain.replace(/\.$/, '')
  const site = `http://${domain.replace(/[.。．｡]$/, '')}`
  return URL.canParse(site) ? new URL(site).hostname : domain
}

/** The mailbox of an address, for comparison: without the subaddress after a `+`. */
export const mailboxKey = (email: string): string => emailKey(email).replace(/^([^+]+)\+.*@/, '$1@')
