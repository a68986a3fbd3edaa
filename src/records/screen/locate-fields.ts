import type { Shown } from '#records/editor/languages/shown-languages'
import { defaultLanguage } from '#i18n/language'
import { readPath } from '#records/editor/values/paths'
import { translatedNames } from '#records/kind/fields'
import type { RecordKind } from '#records/kind/record'

export type EditorTab = 'editor' | 'seo' | 'preview'
/** How many of some fields lie in the panel. */
export type InPanel = 'none' | 'some' | 'all'

/** Where fields lie in the editor that are to be shown: in which tab, under which languages, in the panel or not. */
export function locateFields(
  { aside, fields: declared }: Pick<RecordKind, 'aside' | 'fields'>,
  fields: string[],
  shown: Shown,
): { tab: EditorTab; shown: Shown; inPanel: InPanel } {
  const paths = fields.map(readPath)
  const names = paths.map(({ name }) => name)
  const isSeo = (name: string) => name.startsWith('metadata')
  const isAside = (name: string) => name === 'slug' || aside.includes(name)
  const isText = (name: string) => isSeo(name) || translatedNames(declared).includes(name)
  // What is the same in every language is shown under each.
  const needed = new Set(
    paths.flatMap(({ language, name }) => (language !== defaultLanguage || isText(name) ? [language] : [])),
  )
  const [wanted = defaultLanguage, ...more] = needed
  const isHidden = shown !== 'both' && [...needed].some((language) => language !== shown)
  return {
    tab: names.every(isSeo) ? 'seo' : 'editor',
    shown: !isHidden ? shown : more.length > 0 ? 'both' : wanted,
    inPanel: names.every(isAside) ? 'all' : names.some(isAside) ? 'some' : 'none',
  }
}
