import { z } from 'zod'
import { documentedAs, givenExample } from '#platform/http/operation'

const user = { id: 1, username: 'ada' }

/** What a field of this name holds in examples, unless an example of its schema says otherwise. */
const values: Record<string, unknown> = {
  address: '203.0.113.7',
  authenticated: true,
  by: user,
  body: 'Good morning Ada,\nwe would love to.',
  createdBy: user,
  currentPassword: 'correct horse battery',
  device: 'Firefox, Windows',
  email: 'ada@acme.example',
  excerpt: 'Two weeks with a stopwatch saved one client a year of software.',
  expiresAt: '2026-03-09T09:00:00.000Z',
  id: 12,
  page: 'contact',
  password: 'correct horse battery',
  recordId: '7',
  savedBy: user,
  slug: 'measuring-before-building',
  subject: 'An engine for our school',
  title: 'Measuring before building',
  token: 'q83vASNFZ4mrze8BI0VniavN7wEjRWeJq83vASNFZ4k',
  user,
  username: 'ada',
}

/** The example that was given for a schema, over what its fields make; optional fields are left out. */
export function exampleOf(schema: z.ZodType, name = ''): unknown {
  const told = documentedAs.get(schema) ?? schema
  const given = givenExample(told)
  if (told instanceof z.ZodObject && !(name in values)) return { ...exampleOfFields(told.shape), ...Object(given) }
  if (given !== undefined) return given
  if (told instanceof z.ZodArray) return [exampleOf(told.element as z.ZodType, name)]
  if (name in values) return values[name]
  return exampleOfType(told, name)
}

const exampleOfFields = (shape: Readonly<Record<string, z.core.$ZodType>>) =>
  Object.fromEntries(
    Object.entries(shape)
      .filter(([, field]) => !(field as z.ZodType).isOptional())
      .map(([name, field]) => [name, exampleOf(field as z.ZodType, name)]),
  )

function exampleOfType(schema: z.ZodType, name: string): unknown {
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional)
    return exampleOf(schema.unwrap() as z.ZodType, name)
  // Where editors and visitors are answered differently, visitors come last.
  if (schema instanceof z.ZodUnion) return exampleOf(schema.options.at(-1) as z.ZodType, name)
  if (schema instanceof z.ZodPipe)
    return exampleOf((schema.in instanceof z.ZodTransform ? schema.out : schema.in) as z.ZodType, name)
  if (schema instanceof z.ZodEnum) return schema.options[0]
  if (schema instanceof z.ZodISODateTime) return '2026-03-02T09:00:00.000Z'
  if (schema instanceof z.ZodBoolean) return false
  if (schema instanceof z.ZodNumber) return 1
  return schema instanceof z.ZodRecord ? {} : name
}
