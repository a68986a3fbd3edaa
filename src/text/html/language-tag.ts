const names = { language: displayNames('language'), script: displayNames('script'), region: displayNames('region') }
const shape = /^([a-z]{2,3})(?:-([a-z]{4}))?(?:-([a-z]{2}|\d{3}))?(?:-[a-z\d-]*)?$/i

/**
 * The known parts of a language tag; undefined if the language itself is unknown. An empty text declares the language
 * as unknown.
 */
export function cleanLanguage(tag: string): string | undefined {
  const [, language, script, region] = shape.exec(tag) ?? []
  if (tag === '') return tag
  if (language === undefined || !isKnown('language', language)) return undefined
  if (script !== undefined && !isKnown('script', script)) return language
  const known = [language, script, region !== undefined && isKnown('region', region) ? region : undefined]
  return known.filter((part) => part !== undefined).join('-')
}

const isKnown = (type: keyof typeof names, code: string) => names[type]().of(code) !== undefined

/** Created lazily, because it is slow. */
function displayNames(type: 'language' | 'script' | 'region') {
  let made: Intl.DisplayNames | undefined
  return () => (made ??= new Intl.DisplayNames('en', { type, fallback: 'none' }))
}
