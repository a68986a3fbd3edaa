import { isRecord } from '#text/parse-json'
import { isGeneric, textsIn } from './recognize'

type Texts = Record<string, unknown>

/**
 * A page's content without the texts at these paths. A row of a list that loses a text and has none of its own left is
 * removed, in every language at once, because their rows are paired by position.
 */
export function withoutTexts(content: Texts, paths: ReadonlySet<string>): Texts {
  const { translations, ...english } = content
  const overlays = isRecord(translations) ? translations : {}
  const emptied = emptiedRows(english, paths)
  const inLanguage = Object.entries(overlays).map(([language, texts]) => [
    language,
    isRecord(texts) ? strip(texts, paths, { emptied, at: `translations.${language}.` }) : texts,
  ])
  return {
    ...strip(english, paths, { emptied, at: '' }),
    ...(translations === undefined ? {} : { translations: Object.fromEntries(inLanguage) }),
  }
}

/** The paths of the rows of the top-level lists that are removed. */
function emptiedRows(english: Texts, paths: ReadonlySet<string>): ReadonlySet<string> {
  const found = Object.entries(english).flatMap(([name, rows]) =>
    Array.isArray(rows)
      ? rows.flatMap((row, place) => {
          const path = `${name}.${place}`
          const isHit = [...paths].some((one) => one.startsWith(`${path}.`))
          const left = textsIn(withoutPictures(stripped(row, paths, `${path}.`))).filter((text) => !isGeneric(text))
          return isHit && left.length === 0 ? [path] : []
        })
      : [],
  )
  return new Set(found)
}

/** What is only drawn beside a text. */
const withoutPictures = (row: unknown) => (isRecord(row) ? { ...row, icon: '', photo: '' } : row)

type Stripping = { emptied: ReadonlySet<string>; at: string }

function strip(texts: Texts, paths: ReadonlySet<string>, { emptied, at }: Stripping): Texts {
  const kept = Object.entries(texts).flatMap(([name, value]) => {
    if (paths.has(at + name)) return []
    if (!Array.isArray(value)) return [[name, stripped(value, paths, `${at}${name}.`)]]
    const rows = value
      .map((row, place) =>
        emptied.has(`${name}.${place}`) ? undefined : stripped(row, paths, `${at}${name}.${place}.`),
      )
      .filter((row) => row !== undefined)
    return rows.length === 0 && value.length > 0 ? [] : [[name, rows]]
  })
  return Object.fromEntries(kept)
}

function stripped(value: unknown, paths: ReadonlySet<string>, at: string): unknown {
  if (Array.isArray(value)) return value.map((inner, place) => stripped(inner, paths, `${at}${place}.`))
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) =>
      paths.has(at + name) ? [] : [[name, stripped(inner, paths, `${at}${name}.`)]],
    ),
  )
}
