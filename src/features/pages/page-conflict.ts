import type { Comparison, Versions } from '#records/editor/editor-dialog'
import { checkJson, readAt, writeAt } from '#base/editing/json-text'
import type { Values } from '#records/editor/values'
import { isRecord } from '#base/text/parse-json'
import type { PageValues } from './page-values'

/**
 * Versions of a page's JSON taken apart into their keys (those of `metadata` and `translations.es` one level deeper),
 * so that a conflict is shown and settled key by key; as whole texts when one of them is no JSON.
 */
export function comparePages(versions: Versions<PageValues>): Comparison<PageValues> {
  const base = checkJson(versions.base.text).value
  const yours = checkJson(versions.yours.text).value
  const theirs = checkJson(versions.theirs.text).value
  if (!base || !yours || !theirs) return { ...versions, join: ({ text }) => ({ text: String(text ?? '') }) }
  const flat = { base: flatten(base), yours: flatten(yours), theirs: flatten(theirs) }
  return {
    ...flat,
    join: (merged) => {
      const taken = Object.keys({ ...flat.yours, ...flat.theirs }).filter(
        (field) => merged[field] !== flat.theirs[field],
      )
      return {
        text: taken.reduce(
          (text, field) => writeAt(text, pathOf(field), readAt(yours, pathOf(field))),
          versions.theirs.text,
        ),
      }
    },
  }
}

/** Fields are named by the JSON text of their path. */
export const pathOf = (field: string): string[] => JSON.parse(field)

function flatten(content: Record<string, unknown>, path: string[] = []): Values {
  return Object.fromEntries(
    Object.entries(content).flatMap(([key, value]) => {
      const at = [...path, key]
      return isRecord(value) && isGroup(at) ? Object.entries(flatten(value, at)) : [[JSON.stringify(at), textOf(value)]]
    }),
  )
}

const isGroup = (path: string[]) => ['metadata', 'translations', 'translations.es'].includes(path.join('.'))

const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value, null, 2))
