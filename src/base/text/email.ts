const local = /^[\p{L}\p{N}\p{M}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{N}\p{M}!#$%&'*+/=?^_`{|}~-]+)*$/u
const label = /^[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}-]{0,61}[\p{L}\p{N}\p{M}])?$/u

/**
 * Whether `text` is a deliverable-looking address: dot-atom local part, at least two domain labels, any script
 * (`usuario@español.es`).
 */
export function isEmail(text: string): boolean {
  const at = text.lastIndexOf('@')
  const name = text.slice(0, at)
  const labels = text.slice(at + 1).split('.')
  return (
    at > 0 &&
    text.length <= 254 &&
    name.length <= 64 &&
    local.test(name) &&
    labels.length >= 2 &&
    labels.every((part) => label.test(part)) &&
    !/^\p{N}+$/u.test(labels.at(-1) ?? '')
  )
}

/** The form in which two addresses are compared: trimmed, NFC, lower case. */
export const emailKey = (email: string): string => email.trim().normalize('NFC').toLowerCase()
