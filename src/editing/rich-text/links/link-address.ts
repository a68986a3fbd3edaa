import { hasCredentials } from '#text/schema'
import { isLinkTarget } from './link-target'

/** The result of validating an entered link: its URL, or why it is invalid. */
export type LinkValidation =
  | { kind: 'empty' }
  | { kind: 'fine'; href: string }
  /** The URL was completed from the input. */
  | { kind: 'completed'; href: string }
  | {
      kind: 'refused'
      why: 'script' | 'scheme' | 'spaces' | 'slashes' | 'credentials' | 'email' | 'phone' | 'unclear'
      scheme?: string
    }

export function validateLink(typed: string): LinkValidation {
  const text = typed.trim()
  if (text === '') return { kind: 'empty' }
  if (/\s/.test(text) && !/^tel:/i.test(text)) return { kind: 'refused', why: 'spaces' }
  if (/^[/\\]{2}/.test(text)) return { kind: 'refused', why: 'slashes' }
  if (/^[/#]/.test(text)) return { kind: 'fine', href: text }
  if (/^[^\s/@:#?]+@[^\s/@:]+\.\p{L}{2,}$/u.test(text)) return { kind: 'completed', href: `mailto:${text}` }
  if (/^\+?\d[\d().-]{5,}$/.test(text)) return { kind: 'completed', href: `tel:${text.replace(/[().-]/g, '')}` }
  const scheme = /^([a-z][a-z\d+.-]*):(?!\d)/i.exec(text)?.[1]?.toLowerCase()
  if (scheme !== undefined) return validateScheme(scheme, text)
  const isBare = /^[\p{L}\d-]+(\.[\p{L}\d-]+)*\.\p{L}{2,}(:\d+)?([/?#]|$)/u.test(text)
  return isBare && URL.canParse(`https://${text}`)
    ? { kind: 'completed', href: `https://${text}` }
    : { kind: 'refused', why: 'unclear' }
}

function validateScheme(scheme: string, text: string): LinkValidation {
  if (['javascript', 'data', 'vbscript'].includes(scheme)) return { kind: 'refused', why: 'script', scheme }
  if (scheme === 'mailto' && !/^mailto:[^\s@]+@[^\s@]+\.[^\s@]+$/i.test(text)) return { kind: 'refused', why: 'email' }
  if (scheme === 'tel') {
    const number = text.replace(/\s/g, '')
    return /^tel:\+?[\d().-]{2,}/i.test(number) ? { kind: 'fine', href: number } : { kind: 'refused', why: 'phone' }
  }
  if (!['http', 'https', 'mailto'].includes(scheme)) return { kind: 'refused', why: 'scheme', scheme }
  if (hasCredentials(text)) return { kind: 'refused', why: 'credentials' }
  const isWhole = isLinkTarget(text) && URL.canParse(text)
  return isWhole ? { kind: 'fine', href: text } : { kind: 'refused', why: 'unclear' }
}
