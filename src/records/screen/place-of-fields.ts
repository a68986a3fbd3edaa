import type { Shown } from '#records/editor/languages/shown-languages'
import { translatedNames } from '#records/kind/fields'
import type { RecordKind } from '#records/kind/record'

export type EditorTab = 'editor' | 'seo' | 'preview'
/** How many of some fields lie in the panel. */
export type InPanel = 'none' | 'some' | 'all'

const spanish = 'translations.es.'

/** Where fields lie in the editor that are to be shown: in which tab, under which languages, in the panel or not. */
export function placeOf(
  { aside, fields: declared }: Pick<RecordKind, 'aside' | 'fields'>,
  fields: string[],
  shown: Shown,
): { tab: EditorTab; shown: Shown; inPanel: InPanel } {
  const names = fields.map((field) => field.replace(spanish, ''))
  const isSeo = (name: string) => name.startsWith('metadata')
  const isAside = (name: string) => name === 'slug' || aside.includes(name)
  const inSpanish = fields.some((field) => field.startsWith(spanish))
  const inEnglish = fields.some((field) => isSeo(field) || translatedNames(declared).includes(field))
  const isHidden = (shown === 'en' && inSpanish) || (shown === 'es' && inEnglish)
  const wanted = inSpanish && inEnglish ? 'both' : inSpanish ? 'es' : 'en'
  return {
    tab: names.every(isSeo) ? 'seo' : 'editor',
    shown: isHidden ? wanted : shown,
    inPanel: names.every(isAside) ? 'all' : names.some(isAside) ? 'some' : 'none',
  }
}
