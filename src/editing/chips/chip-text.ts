import type { MessagePart } from '#i18n/message-parts'

/** A placeholder that texts can contain, with its label. */
export type Chip = { name: string; label: string }

/** A text with its placeholders in braces. */
export const textOf = (parts: readonly MessagePart[]): string =>
  parts.map((part) => (typeof part === 'string' ? part : `{${part.name}}`)).join('')

/** A text in one line, with the known placeholders as parts of their own. */
export function partsIn(text: string, chips: readonly Chip[]): MessagePart[] {
  const names = chips.map(({ name }) => name)
  return text
    .replaceAll(/\s*\n\s*/g, ' ')
    .split(/(\{[\w.-]+\})/)
    .filter((part) => part !== '')
    .map((part) => {
      const name = part.slice(1, -1)
      return part.startsWith('{') && names.includes(name) ? { name } : part
    })
}
