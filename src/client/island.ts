import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { isRecord, parseJson } from '#text/parse-json'

/** Settled queries of a render, serialized for the browser. */
export type QueryIsland = [key: QueryKey, value: unknown][]

export function collectQueries(client: QueryClient): QueryIsland {
  return client
    .getQueryCache()
    .getAll()
    .filter((query) => query.state.status === 'success')
    .map((query) => [query.queryKey, compact(withoutUnshown(query.state.data, query.meta?.unshown))])
}

/** A record or rows without these fields, also in its lists and translations. */
function withoutUnshown(answer: unknown, unshown: readonly string[] | undefined): unknown {
  return unshown ? without(answer, unshown) : answer
}

function without(value: unknown, fields: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((row: unknown) => without(row, fields))
  if (!isRecord(value)) return value
  const shown = Object.entries(value).filter(([name]) => !fields.includes(name))
  return Object.fromEntries(
    shown.map(([name, part]) => [
      name,
      name === 'translations' && isRecord(part)
        ? Object.fromEntries(Object.entries(part).map(([language, texts]) => [language, without(texts, fields)]))
        : Array.isArray(part)
          ? without(part, fields)
          : part,
    ]),
  )
}

/**
 * The JSON text of a page is sent as a parsed value: nested in another JSON text it would be longer by all its escaped
 * quotes.
 */
function compact(data: unknown): unknown {
  if (!isRecord(data) || typeof data.content !== 'string' || !data.content.startsWith('{')) return data
  const parsed = parseJson(data.content)
  return isRecord(parsed) ? { ...data, content: parsed } : data
}

const expanded = (data: unknown): unknown =>
  isRecord(data) && isRecord(data.content) ? { ...data, content: JSON.stringify(data.content) } : data

/**
 * A delivered page is always fresh (writes invalidate cached pages), so its data counts as fetched now.
 */
export function restoreQueries(client: QueryClient, island: QueryIsland): void {
  for (const [key, value] of island) client.setQueryData(key, expanded(value))
}

const unsafe = /[<\u2028\u2029]/g

/** JSON that is safe inside a script element: nothing in it can end the element or open a comment. */
export function escapeJson(value: unknown): string {
  return JSON.stringify(value).replace(
    unsafe,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
