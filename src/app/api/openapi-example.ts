import { z } from 'zod'
import { documentedAs, givenExample } from '#platform/http/operation'

const user = { id: 1, username: 'ada' }

/** Example values by field name, for schemas without an example. */
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
  updatedAt: '2026-03-02T09:00:00.000Z',
  token: 'q83vASNFZ4mrze8BI0VniavN7wEjRWeJq83vASNFZ4k',
  user,
  username: 'ada',
}

/** The example of a schema, merged over examples of its fields; optional fields are left out. */
export function exampleOf(schema: z.ZodType, name = ''): unknown {
  const documented = documentedAs.get(schema) ?? schema
  const given = givenExample(documented)
  if (documented instanceof z.ZodObject && !(name in values))
    return { ...exampleOfFields(documented.shape), ...Object(given) }
  if (given !== undefined) return given
  if (documented instanceof z.ZodArray) return [exampleOf(documented.element as z.ZodType, name)]
  if (name in values) return values[name]
  return exampleOfType(documented, name)
}

const exampleOfFields = (shape: Readonly<Record<string, z.core.$ZodType>>) =>
  Object.fromEntries(
    Object.entries(shape)
      .filter(([, field]) => !(field as z.ZodType).isOptional())
      .map(([name, field]) => [name, exampleOf(field as z.ZodType, name)]),
  )

function exampleOfType(schema: z.ZodType, name: string): unknown {
  if (schema instanceof z.ZodNullable) return null
  if (schema instanceof z.ZodOptional) return exampleOf(schema.unwrap() as z.ZodType, name)
  // In unions for editors and visitors, that of visitors is the last.
  if (schema instanceof z.ZodUnion) return exampleOf(schema.options.at(-1) as z.ZodType, name)
  if (schema instanceof z.ZodPipe)
    return exampleOf((schema.in instanceof z.ZodTransform ? schema.out : schema.in) as z.ZodType, name)
  if (schema instanceof z.ZodEnum) return schema.options[0]
  if (schema instanceof z.ZodISODateTime) return '2026-03-02T09:00:00.000Z'
  if (schema instanceof z.ZodBoolean) return false
  if (schema instanceof z.ZodNumber) return 1
  return schema instanceof z.ZodRecord ? {} : name
}
