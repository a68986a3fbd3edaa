import { z } from 'zod'
import { accountInput, confirmed } from '#auth/contract'
import { plainText, requiredCharacters } from '#text/schema'

export const passkey = z
  .object({
    id: z.int(),
    name: z.string(),
    createdAt: z.iso.datetime(),
    lastUsedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Passkey' })
export type Passkey = z.infer<typeof passkey>

/** `totp`: whether an authenticator app is set up. */
export const secondFactor = z
  .object({ totp: z.boolean(), passkeys: z.array(passkey), recoveryCodesLeft: z.int() })
  .meta({ id: 'SecondFactor' })
export type SecondFactor = z.infer<typeof secondFactor>

/** Ten codes, returned only once. */
export const newRecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) }).meta({ id: 'RecoveryCodes' })
export type NewRecoveryCodes = z.infer<typeof newRecoveryCodes>

/** Recovery codes are returned for the first factor. */
const withCodes = { recoveryCodes: z.array(z.string()).optional() }
export const confirmedTotp = secondFactor.extend(withCodes).meta({ id: 'ConfirmedTotp' })
export type ConfirmedTotp = z.infer<typeof confirmedTotp>
export const newPasskey = passkey.extend(withCodes).meta({ id: 'NewPasskey' })
export type NewPasskey = z.infer<typeof newPasskey>

export const passwordConfirmation = accountInput.pick({ currentPassword: true }).meta({ id: 'PasswordConfirmation' })

/** `secret` is base32, `uri` is what apps read from `qr`, an SVG document. */
export const totpSetup = z.object({ secret: z.string(), uri: z.string(), qr: z.string() }).meta({ id: 'TotpSetup' })
export type TotpSetup = z.infer<typeof totpSetup>

const code = z.string({ error: 'validation.code' }).trim().min(1, 'validation.code').pipe(plainText(64))

export const totpCode = z.object({ code }).meta({ id: 'TotpCode' })

const name = requiredCharacters(60)

/** The JSON of `PublicKeyCredential.toJSON()`; its content is checked by the verification. */
const credential = z.record(z.string(), z.unknown(), { error: 'validation.credential' })

export const passkeyInput = z.object({ name, credential }).meta({ id: 'PasskeyInput' })
export const passkeyName = z.object({ name }).meta({ id: 'PasskeyName' })
export const passkeyLogin = z.object({ credential }).meta({ id: 'PasskeyLogin' })

/** The JSON for `PublicKeyCredential.parseCreationOptionsFromJSON()` and `parseRequestOptionsFromJSON()`. */
export const creationOptions = z.record(z.string(), z.unknown()).meta({ id: 'PasskeyCreationOptions' })
export const requestOptions = z.record(z.string(), z.unknown()).meta({ id: 'PasskeyRequestOptions' })

const secondFactorMethods = ['totp', 'passkey', 'recovery'] as const
export type SecondFactorMethod = (typeof secondFactorMethods)[number]

/** `passkeyOptions` is present if `passkey` is one of the methods. */
export const signInChallenge = z
  .object({
    challenge: z.string(),
    methods: z.array(z.enum(secondFactorMethods)),
    passkeyOptions: requestOptions.optional(),
  })
  .meta({ id: 'SignInChallenge' })
export type SignInChallenge = z.infer<typeof signInChallenge>

const proofs = { code: code.optional(), recoveryCode: code.optional(), credential: credential.optional() }
const isOne = (given: object) => Object.values(given).filter((proof) => proof !== undefined).length === 1

/** Exactly one of the three proofs. */
export const secondFactorProof = z
  .object({ challenge: z.string({ error: 'validation.code' }).pipe(plainText(512)), ...proofs })
  .refine(({ code: typed, recoveryCode, credential: shown }) => isOne([typed, recoveryCode, shown]), {
    message: 'validation.oneProof',
    path: ['code'],
  })
  .meta({ id: 'SecondFactorProof' })
export type SecondFactorProof = z.infer<typeof secondFactorProof>

/** Exactly one of the four. */
export const sessionProof = z
  .object({ ...confirmed, ...proofs })
  .refine(isOne, { message: 'validation.password', path: ['currentPassword'] })
  .meta({ id: 'SessionProof' })
export type SessionProof = z.infer<typeof sessionProof>
