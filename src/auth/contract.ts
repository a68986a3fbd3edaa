import { z } from 'zod'
import { plainText, requiredText } from '#base/text/schema'

export const user = z.object({ id: z.int(), username: z.string() }).meta({ id: 'User' })
export type User = z.infer<typeof user>

export const authCheck = z.object({ authenticated: z.boolean(), user: user.nullable() }).meta({ id: 'AuthCheck' })
export type AuthCheck = z.infer<typeof authCheck>

/** `needed` while no administrator exists. */
export const setup = z.object({ needed: z.boolean() }).meta({ id: 'Setup' })
export type Setup = z.infer<typeof setup>

export const credentials = z
  .object({
    username: z.string({ error: 'validation.username' }).trim().min(1, 'validation.username').pipe(plainText(256)),
    password: z.string({ error: 'validation.password' }).min(1, 'validation.password').pipe(plainText(1024)),
  })
  .meta({ id: 'Credentials' })
export type Credentials = z.infer<typeof credentials>

export const registration = z
  .object({
    username: requiredText(64).min(3, 'validation.usernameLength'),
    password: plainText(256).min(12, 'validation.passwordLength'),
    setupCode: z.string({ error: 'validation.setupCode' }).trim().min(1, 'validation.setupCode').pipe(plainText(64)),
  })
  .meta({ id: 'Registration' })
export type Registration = z.infer<typeof registration>
