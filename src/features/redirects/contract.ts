import { z } from 'zod'
import { hasCredentials, requiredText } from '#text/schema'
import { isReserved, normalPath, normalTarget } from './paths'

export const redirectKinds = ['automatic', 'manual'] as const
export type RedirectKind = (typeof redirectKinds)[number]

export const redirect = z
  .object({
    id: z.int(),
    from: z.string(),
    to: z.string(),
    kind: z.enum(redirectKinds),
    hits: z.int(),
    lastHitAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Redirect' })
export type Redirect = z.infer<typeof redirect>

/** An escaped path is longer than it was typed. */
const longestPath = 1000

export const redirectInput = z
  .object({
    from: requiredText(500)
      .refine((text) => !/[?#]/.test(text), { error: 'validation.pathQuery', abort: true })
      .refine((text) => normalPath(text) !== undefined, { error: 'validation.path', abort: true })
      .refine((text) => (normalPath(text) ?? '').length <= longestPath, { error: 'validation.path', abort: true })
      .refine((text) => !isReserved(normalPath(text) ?? ''), { error: 'validation.pathReserved', abort: true })
      .transform((text) => normalPath(text) ?? text),
    to: requiredText(2048)
      .refine((text) => !hasCredentials(text), { error: 'validation.urlCredentials', abort: true })
      .refine((text) => normalTarget(text) !== undefined, { error: 'validation.target', abort: true })
      .transform((text) => normalTarget(text) ?? text),
  })
  .meta({ id: 'RedirectInput' })
export type RedirectInput = z.infer<typeof redirectInput>

export const missingPath = z
  .object({ path: z.string(), count: z.int(), lastAt: z.iso.datetime() })
  .meta({ id: 'MissingPath' })
export type MissingPath = z.infer<typeof missingPath>
