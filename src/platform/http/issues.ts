import type { ZodType } from 'zod'
import { isMessageId, translate } from '#i18n/translate'
import { isLanguage, type Language } from '#i18n/language'
import { invalid, type Issue } from '#contract/http-error'

/**
 * Issues as a visitor reads them, the first of each field: message ids become texts; a message that is no id (a
 * validator's own words) is told in general terms.
 */
export function translateIssues(language: Language, issues: Issue[]): Issue[] {
  const firsts = issues.filter(({ path }, index) => issues.findIndex((issue) => issue.path === path) === index)
  return firsts.map(({ path, message }) => ({
    path,
    message: isMessageId(message)
      ? translate(language, message, { field: label(language, path) })
      : translate(language, path === '' ? 'validation.object' : 'validation.value'),
  }))
}

/** `translations.es.title` is called what `title` is called, and so is `title.es`. */
function label(language: Language, path: string): string {
  const name = path.split('.').findLast((part) => !/^\d+$/.test(part) && !isLanguage(part)) ?? ''
  const id = `fields.${name}`
  return isMessageId(id) ? translate(language, id) : path
}

/** The issues of a failed zod parse. */
export const schemaIssues = (error: {
  issues: readonly { path: readonly PropertyKey[]; message: string; keys?: readonly string[] }[]
}): Issue[] =>
  error.issues.flatMap(({ path, message, keys }) =>
    // Of names that are not known, each is told where it stands.
    (keys ? keys.map((key) => [...path, key]) : [path]).map((at) => ({ path: at.map(String).join('.'), message })),
  )

/** What a part of a body says, read by its own schema. Throws 422 with the issues where they stand in the body. */
export function parseAt<Value>(schema: ZodType<Value>, value: unknown, at: string): Value {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  throw invalid(
    schemaIssues(parsed.error).map(({ path, message }) => ({ path: path === '' ? at : `${at}.${path}`, message })),
  )
}
