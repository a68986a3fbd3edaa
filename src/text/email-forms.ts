import { domainToUnicode } from 'node:url'
import { emailKey, isEmail } from './email'

/** The spellings of an address: as it is compared, and with its domain as people write it. */
export function emailForms(email: string): string[] {
  const key = emailKey(email)
  const at = key.lastIndexOf('@') + 1
  return [...new Set([key, key.slice(0, at) + (domainToUnicode(key.slice(at)) || key.slice(at))])]
}

/** The spellings of a query: an address, or a part of its domain, is found however it was sent. */
export const queryForms = (q: string): string[] =>
  isEmail(q.trim()) ? emailForms(q) : /^[^\s/\\?#:%]+$/.test(q.trim()) ? [...new Set([q, ...emailForms(q)])] : [q]

/** Whether a text contains the address of `key`, and not only a longer one that includes it. */
export function containsEmail(text: string, key: string): boolean {
  const folded = text.normalize('NFC').toLowerCase()
  return emailForms(key).some((form) => containsForm(folded, form))
}

function containsForm(folded: string, key: string): boolean {
  for (let at = folded.indexOf(key); at >= 0; at = folded.indexOf(key, at + 1)) {
    const isWhole =
      !/[\p{L}\p{N}\p{M}._%+-]$/u.test(folded.slice(0, at)) &&
      !/^(?:[\p{L}\p{N}\p{M}-]|\.[\p{L}\p{N}])/u.test(folded.slice(at + key.length))
    if (isWhole) return true
  }
  return false
}
