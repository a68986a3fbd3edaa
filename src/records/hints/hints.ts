import type { Issue } from '#contract/http-error'
import { type Field, isText, type RowField } from '#records/kind/fields'
import { mapDeclared, mapLanguages } from '#records/kind/nested'
import { readHints } from './read-hints' with { type: 'macro' }

type Json = Record<string, unknown>
type Declared = Readonly<Record<string, Field | RowField>>

const hints: ReadonlySet<string> = new Set(readHints())

/** Whether a text is one of the hints with which an empty site begins, and that nobody has changed. */
export const isHint = (value: unknown): boolean => typeof value === 'string' && hints.has(value.trim())

/** The values without hints, in every language: what is published never contains one. */
export const withoutHints = <Values extends object>(fields: Declared, values: Values): Values =>
  mapLanguages(values as Json, (texts) =>
    mapDeclared(fields, texts, (value, field) => (isText(field) && isHint(value) ? '' : value), {
      original: values as Json,
    }),
  ) as Values

/** The required texts that are still hints, so that the record cannot be published. */
export const hintFaults = (fields: Readonly<Record<string, Field>>, values: object): Issue[] =>
  Object.entries(fields).flatMap(([name, field]) =>
    'required' in field && field.required && isHint((values as Json)[name])
      ? [{ path: name, message: 'validation.hint' }]
      : [],
  )
