import { z } from 'zod'

/**
 * The documentation of a route that no schema contains: its summary, and after the first full stop its description. A
 * status that a sentence of the description begins with (*Returns 409 if …*) is one of its errors.
 * `app/api/openapi-operation.ts` derives parameters, bodies, responses, errors and headers from the route itself.
 */
type OperationText = string | ({ text: string } & OperationFacts)

type OperationFacts = {
  /** Path parameters other than those that `app/api/openapi-parts.ts` knows by name. */
  parameters?: Record<string, z.ZodType>
  /** An example of the body; by default generated from the schemas' examples. */
  example?: unknown
  answers?: Record<number, AnswerText>
  ifMatch?: boolean
  /** `false`: an unsafe route without an Idempotency-Key. */
  idempotent?: boolean
  /** `false`: never 404, whatever its path parameters. */
  finds?: boolean
  /** Takes one file as `multipart/form-data`, or the JSON of `example` if there is one. */
  upload?: boolean
}

/** Instead of JSON: `stream` is an example of server-sent events, `file` and `page` are the beginning of a file or an HTML page. */
type AnswerText = {
  description?: string
  example?: unknown
  stream?: string
  file?: string
  page?: string
  headers?: AnswerHeader[]
}
export type AnswerHeader = 'ETag' | 'Set-Cookie' | 'X-Total-Count'
export type Refusal = 400 | 401 | 403 | 404 | 408 | 409 | 412 | 413 | 414 | 415 | 421 | 422 | 429 | 500 | 503 | 507

/** In the format of Elysia's `detail`. */
export function operation(operationId: string, documentation: OperationText) {
  const { text, ...facts }: { text: string } & OperationFacts =
    typeof documentation === 'string' ? { text: documentation } : documentation
  const [summary = '', ...sentences] = text.split('. ')
  return { operationId, summary: summary.replace(/\.$/, ''), description: sentences.join('. ').trim(), facts }
}

/** Several routes, by their `operationId`, with the facts that are true of all. */
export const operations = <Name extends string>(texts: Record<Name, OperationText>, facts: OperationFacts = {}) =>
  Object.fromEntries(
    Object.entries<OperationText>(texts).map(([id, text]) => [
      id,
      operation(id, { ...facts, ...(typeof text === 'string' ? { text } : text) }),
    ]),
  ) as Record<Name, ReturnType<typeof operation>>

/**
 * Describes fields of an object whose names do not say what they mean, in all schemas that are made of it. Not in `.meta`,
 * which browsers would load with the contract.
 */
export function describeFields<Shape extends z.core.$ZodShape>(
  { shape }: { shape: Shape },
  descriptions: { [Name in keyof Shape]?: string },
): void {
  for (const name of Object.keys(descriptions)) {
    const field = shape[name] as z.ZodType
    const { description = descriptions[name] } = z.globalRegistry.get(field) ?? {}
    if (description !== descriptions[name])
      throw new Error(`${name} has the schema of a field with another description`)
    z.globalRegistry.add(field, { ...z.globalRegistry.get(field), description: descriptions[name] })
  }
}

/** Schemas that accept more forms than are documented: the OpenAPI document shows another schema instead. */
export const documentedAs = new WeakMap<z.ZodType, z.ZodType>()

const examples = new WeakMap<z.ZodType, () => unknown>()

/**
 * Sets an example for an object whose field names make poor ones. One that is slow to make is a function, called when the
 * document is requested.
 */
export function giveExample<Schema extends z.ZodType>(
  schema: Schema,
  example: Given<z.input<Schema>> | (() => Given<z.input<Schema>>),
): void {
  examples.set(schema, typeof example === 'function' ? (example as () => unknown) : () => example)
}
type Given<Value> = Value extends readonly (infer Entry)[]
  ? readonly Given<Entry>[]
  : Value extends object
    ? { [Name in keyof Value]?: Given<Value[Name]> }
    : Value

export const givenExample = (schema: z.ZodType): unknown => examples.get(schema)?.()
