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

/** What fields of these names hold, which the editor's form keeps as JSON text, one for each language. */
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

/** What all fields hold that hold fields of their own. */
export const nestedContent = ({ fields }: Pick<RecordKind, 'fields'>, values: RecordValues): Json =>
  toContent(Object.keys(nestedFields(fields)), values)

/** The form's values of the same. */
export function toValues(names: readonly string[], content: Json): Record<string, string> {
  const translations = isRecord(content.translations) ? content.translations : {}
  const write = (value: unknown) => (value === undefined ? '' : JSON.stringify(value))
  return Object.fromEntries(
    names.flatMap((name) => [
      [name, write(content[name])],
      ...otherLanguages.map((language) => {
        const said = translations[language]
        return [pathIn(language, name), write(isRecord(said) ? said[name] : undefined)]
      }),
    ]),
  )
}

/** The values with each text of rows and blocks as an entry of its own, named by its path; and which blocks there are, and which of
 * them are hidden. */
export function spreadNested({ fields }: Pick<RecordKind, 'fields'>, values: RecordValues): Values {
  const nested = nestedFields(fields)
  const names = Object.keys(nested)
  const { translations, ...content } = toContent(names, values)
  const said = isRecord(translations) ? translations : {}
  const texts = (own: unknown, below: string) =>
    declaredValues(nested, isRecord(own) ? own : {}, content).map(({ path, value }) => [
      below + path,
      typeof value === 'boolean' ? value : String(value ?? ''),
    ])
  const translated = otherLanguages.flatMap((language) => texts(said[language], pathIn(language, '')))
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
