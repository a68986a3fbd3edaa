import { byOtherLanguage } from '#i18n/by-language'
import { otherLanguages } from '#i18n/language'
import { nestedFields } from '#records/kind/fields'
import { blocksIn, declaredValues } from '#records/kind/nested'
import type { RecordKind } from '#records/kind/record'
import { isRecord, parseJson } from '#text/parse-json'
import { pathIn, readPath } from './paths'
import type { RecordValues } from './record-values'
import type { Values } from './values'

type Json = Record<string, unknown>

/** The values of these fields, which the editor's form stores as JSON text, one for each language. */
export function toContent(names: readonly string[], values: RecordValues): Json {
  const read = (toPath: (name: string) => string) =>
    Object.fromEntries(
      names.flatMap((name) => {
        const value = parseJson(String(values[toPath(name)] ?? ''))
        return value === undefined ? [] : [[name, value]]
      }),
    )
  return {
    ...read((name) => name),
    translations: byOtherLanguage((language) => read((name) => pathIn(language, name))),
  }
}

/** The values of all fields with nested fields. */
export const nestedContent = ({ fields }: Pick<RecordKind, 'fields'>, values: RecordValues): Json =>
  toContent(Object.keys(nestedFields(fields)), values)

/** The form values of such a content. */
export function toValues(names: readonly string[], content: Json): Record<string, string> {
  const translations = isRecord(content.translations) ? content.translations : {}
  const write = (value: unknown) => (value === undefined ? '' : JSON.stringify(value))
  return Object.fromEntries(
    names.flatMap((name) => [
      [name, write(content[name])],
      ...otherLanguages.map((language) => {
        const overlay = translations[language]
        return [pathIn(language, name), write(isRecord(overlay) ? overlay[name] : undefined)]
      }),
    ]),
  )
}

/**
 * The values with each text of rows and blocks as an entry of its own, keyed by its path; plus the list of blocks and
 * their hidden flags.
 */
export function spreadNested({ fields }: Pick<RecordKind, 'fields'>, values: RecordValues): Values {
  const nested = nestedFields(fields)
  const names = Object.keys(nested)
  const { translations, ...content } = toContent(names, values)
  const overlays = isRecord(translations) ? translations : {}
  const texts = (own: unknown, below: string) =>
    declaredValues(nested, isRecord(own) ? own : {}, content).map(({ path, value }) => [
      below + path,
      typeof value === 'boolean' ? value : String(value ?? ''),
    ])
  const translated = otherLanguages.flatMap((language) => texts(overlays[language], pathIn(language, '')))
  const order = names.flatMap((name) =>
    nested[name]?.type === 'blocks'
      ? [
          [
            name,
            blocksIn(content[name])
              .map(({ type, hidden }) => (hidden === true ? `${String(type)} hidden` : String(type)))
              .join('\n'),
          ],
        ]
      : [],
  )
  const plain = Object.entries(values).filter(([name]) => !names.includes(readPath(name).name))
  return Object.fromEntries([...plain, ...order, ...texts(content, ''), ...translated]) as Values
}
