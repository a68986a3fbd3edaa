import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { z } from 'zod'
import type { Config } from '#platform/config'
import { requestOrigin } from '#platform/http/request-facts'

/** The site as a WebAuthn relying party: passkeys are bound to the host. */
type RelyingParty = { id: string; origin: string }

/** The part of a stored passkey that verification needs. */
export type StoredPasskey = { credentialId: string; publicKey: string; counter: number; transports: readonly string[] }

/** Milliseconds: the lifetime of a challenge. */
const timeout = 300_000
/** EdDSA, ES256, RS256. */
const algorithms = [-8, -7, -257]

/** Loaded on first use: it is large and rarely needed. */
const library = () => import('@simplewebauthn/server')

/** undefined where browsers would refuse: `SITE_URL` is not set, and the host is not localhost. */
export function relyingParty({ siteUrl }: Pick<Config, 'siteUrl'>, request: Request): RelyingParty | undefined {
  const origin = siteUrl ?? requestOrigin(request)
  const id = new URL(origin).hostname
  return siteUrl !== undefined || id === 'localhost' ? { id, origin } : undefined
}

type ToCreate = {
  party: RelyingParty
  siteName: string
  challenge: string
  user: { username: string; handle: Uint8Array<ArrayBuffer> }
  known: readonly StoredPasskey[]
}

/** The browser's options to create a passkey. */
export async function creationOptionsFor({ party, siteName, challenge, user, known }: ToCreate) {
  const { generateRegistrationOptions } = await library()
  return generateRegistrationOptions({
    rpName: siteName,
    rpID: party.id,
    challenge: bytesOf(challenge),
    userID: user.handle,
    userName: user.username,
    userDisplayName: user.username,
    timeout,
    attestationType: 'none',
    excludeCredentials: known.map(toDescriptor),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: algorithms,
  })
}

/** The browser's options to request a passkey: one of `known`, or any that it has for the site. */
export async function requestOptionsFor(party: RelyingParty, challenge: string, known?: readonly StoredPasskey[]) {
  const { generateAuthenticationOptions } = await library()
  return generateAuthenticationOptions({
    rpID: party.id,
    challenge: bytesOf(challenge),
    timeout,
    userVerification: 'required',
    allowCredentials: known?.map(toDescriptor),
  })
}

/** The public key of a new passkey; undefined if verification fails. */
export async function verifyRegistration(
  credential: unknown,
  { party, challenge }: { party: RelyingParty; challenge: string },
): Promise<StoredPasskey | undefined> {
  const answer = registrationAnswer.safeParse(credential)
  if (!answer.success) return undefined
  const { verifyRegistrationResponse } = await library()
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: { ...answer.data, clientExtensionResults: {} } satisfies RegistrationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      supportedAlgorithmIDs: algorithms,
    })
    return (
      registrationInfo && {
        credentialId: registrationInfo.credential.id,
        publicKey: Buffer.from(registrationInfo.credential.publicKey).toString('base64url'),
        counter: registrationInfo.credential.counter,
        transports: answer.data.response.transports ?? [],
      }
    )
  } catch {
    return undefined
  }
}

/** The counter of the authenticator that signed the challenge; undefined if verification fails. */
export async function verifyAssertion(
  credential: unknown,
  { party, challenge, key }: { party: RelyingParty; challenge: string; key: StoredPasskey },
): Promise<number | undefined> {
  const answer = assertionAnswer.safeParse(credential)
  if (!answer.success) return undefined
  const { verifyAuthenticationResponse } = await library()
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...answer.data, clientExtensionResults: {} } satisfies AuthenticationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      credential: { id: key.credentialId, publicKey: bytesOf(key.publicKey), counter: key.counter },
    })
    return verified ? authenticationInfo.newCounter : undefined
  } catch {
    return undefined
  }
}

/** The unverified content of a response; undefined if it cannot be parsed. */
export function readAssertion(credential: unknown) {
  const answer = assertionAnswer.safeParse(credential).data
  const challenge = readChallenge(credential)
  return answer && challenge !== undefined
    ? { credentialId: answer.id, userHandle: answer.response.userHandle, challenge }
    : undefined
}

/** The challenge that a response contains. */
export function readChallenge(credential: unknown): string | undefined {
  const { data } = z.object({ response: z.object({ clientDataJSON: z.string() }) }).safeParse(credential)
  try {
    const clientData: unknown = JSON.parse(Buffer.from(data?.response.clientDataJSON ?? '', 'base64url').toString())
    return z.object({ challenge: z.string() }).safeParse(clientData).data?.challenge
  } catch {
    return undefined
  }
}

const base64urlText = z.string().regex(/^[\w-]{1,2048}$/)
const answered = { id: base64urlText, rawId: base64urlText, type: z.literal('public-key') }
const transports = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const
type Transport = (typeof transports)[number]

const registrationAnswer = z.object({
  ...answered,
  response: z.object({
    clientDataJSON: z.string(),
    attestationObject: z.string(),
    transports: z
      .array(z.string())
      .transform((given) => transports.filter((one) => given.includes(one)))
      .optional(),
  }),
})

const assertionAnswer = z.object({
  ...answered,
  response: z.object({
    clientDataJSON: z.string(),
    authenticatorData: z.string(),
    signature: z.string(),
    userHandle: z
      .string()
      .nullish()
      .transform((handle) => handle ?? undefined),
  }),
})

const toDescriptor = ({ credentialId, transports: stored }: StoredPasskey) => ({
  id: credentialId,
  transports: stored as Transport[],
})

const bytesOf = (base64url: string): Uint8Array<ArrayBuffer> => Uint8Array.from(Buffer.from(base64url, 'base64url'))
