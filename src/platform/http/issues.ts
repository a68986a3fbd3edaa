import type { ZodType } from 'zod'
import { isMessageId, translate } from '#i18n/translate'
import { isLanguage, type Language } from '#i18n/language'
import { invalid, type Issue } from '#contract/http-error'

/** The maximum number of issues in a response, and one more, by which it is known that there are others. */
export const mostIssues = 50
export const enoughIssues = mostIssues + 1

/**
 * Issues in the visitor's language, the first of each field, and at most `enoughIssues`: message ids become texts; a
 * message that is no id (a validator's own words) becomes a general text.
 */
export function translateIssues(language: Language, issues: readonly Issue[]): Issue[] {
  const firsts = new Map<string, Issue>()
  for (const issue of issues) {
    if (!firsts.has(issue.path)) firsts.set(issue.path, issue)
    if (firsts.size === enoughIssues) break
  }
  return Array.from(firsts.values(), ({ path, message, values }) => ({
    path,
    message: isMessageId(message)
      ? translate(language, message, { field: label(language, path), ...values })
      : translate(language, path === '' ? 'validation.object' : 'validation.value'),
  }))
}

/** The label of `translations.es.title` and of `title.es` is that of `title`. */
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
    // Each unknown key becomes an issue at its own path.
    (keys ? keys.map((key) => [...path, key]) : [path]).map((at) => ({ path: at.map(String).join('.'), message })),
  )

/** The first issue of a value, at a path. */
export function checkValue(at: string, schema: ZodType | undefined, value: unknown): Issue | undefined {
  const [issue] = schema?.safeParse(value).error?.issues ?? []
  return issue && { path: [at, ...issue.path].map(String).join('.'), message: issue.message }
}

/** Parses a part of a body by its own schema. Throws 422 with issue paths relative to the whole body. */
export function parseAt<Value>(schema: ZodType<Value>, value: unknown, at: string): Value {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  throw invalid(
    schemaIssues(parsed.error).map(({ path, message }) => ({ path: path === '' ? at : `${at}.${path}`, message })),
  )
}
