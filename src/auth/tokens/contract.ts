import { z } from 'zod'
import { requiredCharacters } from '#text/schema'
import { confirmed, user } from '#auth/contract'

/** `read` allows what an administrator can read; `write` also allows changes of the content. */
export const tokenScopes = ['read', 'write'] as const
export type TokenScope = (typeof tokenScopes)[number]

export const longestTokenName = 60

const future = z
  .union([z.iso.datetime({ offset: true }), z.iso.date()], { error: 'validation.date' })
  .refine((text) => new Date(text) > new Date(), 'validation.future')
  .refine((text) => new Date(text).getUTCFullYear() < 10_000, 'validation.date')
  .transform((text) => new Date(text).toISOString())

/** Without `expiresAt` a token is valid until it is deleted. */
export const apiTokenInput = z
  .object({
    name: requiredCharacters(longestTokenName),
    scope: z.enum(tokenScopes, { error: 'validation.tokenScope' }),
    expiresAt: future.nullish().transform((moment) => moment ?? null),
    ...confirmed,
  })
  .meta({ id: 'ApiTokenInput' })
export type ApiTokenInput = z.infer<typeof apiTokenInput>

export const apiToken = z
  .object({
    id: z.int(),
    name: z.string(),
    scope: z.enum(tokenScopes),
    createdAt: z.iso.datetime(),
    createdBy: user,
    expiresAt: z.iso.datetime().nullable(),
    lastUsedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'ApiToken' })
export type ApiToken = z.infer<typeof apiToken>

/** The token is only in the response to its creator. */
export const newApiToken = z.object({ ...apiToken.shape, token: z.string() }).meta({ id: 'NewApiToken' })
export type NewApiToken = z.infer<typeof newApiToken>
