import type { Block } from '#records/kind/field-schemas'

/** What a new page begins with: whole in both languages, so that only the words are to be replaced. */
export type PatternPage = {
  title: string
  blocks: Block[]
  translations: { es: { title: string; blocks: Record<string, Record<string, unknown>> } }
}
