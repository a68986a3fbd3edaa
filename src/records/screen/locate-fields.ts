import type { Shown } from '#records/editor/languages/shown-languages'
import { defaultLanguage } from '#i18n/language'
import { readPath } from '#records/editor/values/paths'
import { translatedNames } from '#records/kind/fields'
import type { RecordKind } from '#records/kind/record'

/** `source`: the stored text itself, for kinds that show it. */
export type EditorTab = 'editor' | 'source' | 'seo' | 'preview'
/** How many of the fields are in the panel. */
type InPanel = 'none' | 'some' | 'all'

/** Where to show fields in the editor: in which tab, in which languages, and whether in the panel. */
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
  // Untranslated fields are shown with each language.
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
