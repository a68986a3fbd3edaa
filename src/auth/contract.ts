import { z } from 'zod'
import { languages } from '#i18n/language'
import { isEmail } from '#text/email'
import { plainText, requiredText } from '#text/schema'

export const user = z.object({ id: z.int(), username: z.string() }).meta({ id: 'User' })
export type User = z.infer<typeof user>

/** `needsSecondFactor`: the person must add a second factor before anything else. */
export const authCheck = z
  .object({ authenticated: z.boolean(), user: user.nullable(), needsSecondFactor: z.boolean().optional() })
  .meta({ id: 'AuthCheck' })
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

export const leastPasswordLength = 12

const username = requiredText(64).min(3, 'validation.usernameLength')
const password = plainText(256).min(leastPasswordLength, 'validation.passwordLength')
const email = z.string({ error: 'validation.email' }).trim().refine(isEmail, 'validation.email')
const emailOrNone = z.union([z.literal('').transform(() => null), z.null(), email], { error: 'validation.email' })

export const registration = z
  .object({
    username,
    password,
    setupCode: z.string({ error: 'validation.setupCode' }).trim().min(1, 'validation.setupCode').pipe(plainText(64)),
  })
  .meta({ id: 'Registration' })
export type Registration = z.infer<typeof registration>

export const account = z.object({ ...user.shape, email: z.string().nullable() }).meta({ id: 'Account' })
export type Account = z.infer<typeof account>

/**
 * An administrator as seen by the others. `lastUsedAt`: when they last used the site, to within some minutes.
 * `secondFactor` is present for those who have one.
 */
export const person = z
  .object({
    ...account.shape,
    createdAt: z.iso.datetime(),
    lastUsedAt: z.iso.datetime().nullable(),
    secondFactor: z.literal(true).optional(),
  })
  .meta({ id: 'Person' })
export type Person = z.infer<typeof person>

const currentPassword = z.string({ error: 'validation.password' }).min(1, 'validation.password').pipe(plainText(1024))

/** Where it is absent, the session has to be confirmed already. */
export const confirmed = { currentPassword: currentPassword.optional() }
export const confirmation = z.object(confirmed).nullish().meta({ id: 'Confirmation' })

/** Until when the session counts as confirmed; null if it does not. */
export const sessionConfirmation = z
  .object({ confirmedUntil: z.iso.datetime().nullable() })
  .meta({ id: 'SessionConfirmation' })
export type SessionConfirmation = z.infer<typeof sessionConfirmation>

/** Absent fields stay unchanged; an `email` of `null` or `''` removes it. */
export const accountInput = z
  .object({
    currentPassword,
    username: username.optional(),
    newPassword: password.optional(),
    email: emailOrNone.optional(),
  })
  .meta({ id: 'AccountInput' })
export type AccountInput = z.infer<typeof accountInput>

export const ownSession = z
  .object({
    id: z.int(),
    device: z.string(),
    address: z.string(),
    createdAt: z.iso.datetime(),
    lastUsedAt: z.iso.datetime(),
    current: z.boolean(),
  })
  .meta({ id: 'OwnSession' })
export type OwnSession = z.infer<typeof ownSession>

/** `language`: of the mail and of the page that the link opens; that of the owner's mails by default. */
export const invitationInput = z
  .object({
    email: emailOrNone.optional(),
    language: z.enum(languages, { error: 'validation.value' }).nullish(),
    ...confirmed,
  })
  .nullish()
  .transform((body) => ({
    email: body?.email ?? null,
    language: body?.language ?? null,
    currentPassword: body?.currentPassword,
  }))
  .meta({ id: 'InvitationInput' })
export type InvitationInput = z.infer<typeof invitationInput>

/** `createdBy` is null if it was created by the system. */
export const invitation = z
  .object({
    id: z.int(),
    email: z.string().nullable(),
    language: z.enum(languages).nullable(),
    createdAt: z.iso.datetime(),
    expiresAt: z.iso.datetime(),
    createdBy: user.nullable(),
  })
  .meta({ id: 'Invitation' })
export type Invitation = z.infer<typeof invitation>

/** The link is only in the response to its creator. */
export const newInvitation = z.object({ ...invitation.shape, url: z.string() }).meta({ id: 'NewInvitation' })
export type NewInvitation = z.infer<typeof newInvitation>

export const acceptance = z
  .object({
    token: z.string({ error: 'validation.required' }).min(1, 'validation.required').max(512, 'validation.tooLong'),
    username,
    password,
  })
  .meta({ id: 'InvitationAcceptance' })
export type Acceptance = z.infer<typeof acceptance>

/** `username`: the name or the e-mail address of an account. */
export const resetRequest = z
  .object({
    username: z.string({ error: 'validation.username' }).trim().min(1, 'validation.username').pipe(plainText(256)),
  })
  .meta({ id: 'PasswordResetRequest' })

export const passwordReset = acceptance.pick({ token: true, password: true }).meta({ id: 'PasswordReset' })
export type PasswordReset = z.infer<typeof passwordReset>
