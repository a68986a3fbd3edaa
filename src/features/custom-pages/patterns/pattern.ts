import type { Block } from '#records/kind/field-schemas'

/** A template for a new page: complete in both languages, so that only the texts have to be replaced. */
export type PatternPage = {
  title: string
  blocks: Block[]
  translations: { es: { title: string; blocks: Record<string, Record<string, unknown>> } }
}
