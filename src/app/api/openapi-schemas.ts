import { z } from 'zod'
import { documentedAs } from '#platform/http/operation'
import { fieldDescriptions } from './openapi-parts'

/** References a named schema, and inlines an unnamed one. */
export function toReference(schema: z.ZodType): object {
  const name = nameOf(schema)
  if (name) return { $ref: uri(name) }
  if (schema instanceof z.ZodArray) return { type: 'array', items: toReference(schema.element as z.ZodType) }
  if (schema instanceof z.ZodUnion) return { anyOf: schema.options.map((option) => toReference(option as z.ZodType)) }
  return z.toJSONSchema(schema, { io: 'input' })
}

export const nameOf = (schema: z.ZodType) => z.globalRegistry.get(documentedAs.get(schema) ?? schema)?.id
const uri = (name: string) => `#/components/schemas/${name}`

/**
 * The schema of a parameter: its parsed type (a number, say), or its text form where JSON Schema cannot express that.
 */
export function parameterSchema(schema: z.ZodType): JsonSchema {
  const read = toJsonSchema(schema, 'output')
  return 'type' in read || 'enum' in read ? read : toJsonSchema(schema, 'input')
}

type JsonSchema = { description?: string; example?: unknown; [key: string]: unknown }

export function toJsonSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any', override: plain })
  return { ...rest }
}

/**
 * All schemas named by `.meta({ id })`: in the input form if a route has it as its body, otherwise in the output form.
 */
export function namedSchemas(bodies: z.ZodType[]): Record<string, object> {
  const sent = new Set(bodies.map(nameOf))
  const [inputs, outputs] = [allSchemas('input'), allSchemas('output')]
  return Object.fromEntries(
    Object.entries(outputs).map(([name, output]) => {
      const { $schema: _, $id: __, ...schema } = (sent.has(name) && inputs[name]) || output
      return [name, withDescriptions(schema)]
    }),
  )
}

/** A JSON Schema with descriptions of the fields that are known by name. */
function withDescriptions(schema: z.core.JSONSchema.JSONSchema): z.core.JSONSchema.JSONSchema {
  for (const [name, field] of Object.entries(schema.properties ?? {}))
    if (typeof field === 'object' && fieldDescriptions[name]) field.description ??= fieldDescriptions[name]
  for (const part of [...Object.values(schema.properties ?? {}), schema.items, ...(schema.anyOf ?? [])])
    if (typeof part === 'object' && !Array.isArray(part)) withDescriptions(part)
  return schema
}

const allSchemas = (io: 'input' | 'output') =>
  z.toJSONSchema(z.globalRegistry, { io, uri, unrepresentable: 'any', override: plain }).schemas

/** Without what `format` implies, and without the bounds of every integer. */
function plain({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }) {
  if (jsonSchema.format === 'date-time' || jsonSchema.format === 'date') delete jsonSchema.pattern
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
}
