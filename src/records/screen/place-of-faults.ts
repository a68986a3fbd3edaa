import { translatedNames } from '#records/fields'
import type { Shown } from '#records/editor/shown-languages'
import type { RecordKind } from '#records/record'

export type EditorTab = 'editor' | 'seo' | 'preview'

const spanish = 'translations.es.'

/** Where the fields lie that something is wrong with: which tab, which languages, whether the panel must be open. */
export function placeOf(
  { aside, fields: declared }: Pick<RecordKind, 'aside' | 'fields'>,
  fields: string[],
  shown: Shown,
): { tab: EditorTab; shown: Shown; isAside: boolean } {
  const names = fields.map((field) => field.replace(spanish, ''))
  const isSeo = (name: string) => name.startsWith('metadata')
  const isAside = (name: string) => name === 'slug' || aside.includes(name)
  const inSpanish = fields.some((field) => field.startsWith(spanish))
  const inEnglish = fields.some((field) => isSeo(field) || translatedNames(declared).includes(field))
  const isHidden = (shown === 'en' && inSpanish) || (shown === 'es' && inEnglish)
  return {
    tab: names.every(isSeo) ? 'seo' : 'editor',
    shown: isHidden ? (inSpanish && inEnglish ? 'both' : inSpanish ? 'es' : 'en') : shown,
    isAside: names.some(isAside),
  }
}
