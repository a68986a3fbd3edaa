import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { z } from 'zod'
import type { Config } from '#platform/config'
import { requestOrigin } from '#platform/http/request-facts'

/** As authenticators know the site: passkeys belong to the host. */
export type RelyingParty = { id: string; origin: string }

/** A stored public key, as far as verifying needs it. */
export type StoredPasskey = { credentialId: string; publicKey: string; counter: number; transports: readonly string[] }

/** Milliseconds: as long as a challenge lives. */
const timeout = 300_000
/** EdDSA, ES256, RS256. */
const algorithms = [-8, -7, -257]

/** It is large, and few ask for it. */
const library = () => import('@simplewebauthn/server')

/** undefined where browsers would refuse: the host is not settled, and it is not this machine's own. */
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

/** What a browser makes a passkey by. */
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

/** What a browser asks for a passkey by: for one of `known`, or for any that it has of the site. */
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

/** The key that an authenticator has made for the site; undefined for an answer that proves nothing. */
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

/** The counter of an authenticator that has signed the challenge; undefined for an answer that proves nothing. */
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

/** What an answer says before anything of it is proved; undefined for one that says nothing. */
export function readAssertion(credential: unknown) {
  const answer = assertionAnswer.safeParse(credential).data
  const challenge = readChallenge(credential)
  return answer && challenge !== undefined
    ? { credentialId: answer.id, userHandle: answer.response.userHandle, challenge }
    : undefined
}

/** The challenge that an answer is to. */
export function readChallenge(credential: unknown): string | undefined {
  const { data } = z.object({ response: z.object({ clientDataJSON: z.string() }) }).safeParse(credential)
  try {
    const told: unknown = JSON.parse(Buffer.from(data?.response.clientDataJSON ?? '', 'base64url').toString())
    return z.object({ challenge: z.string() }).safeParse(told).data?.challenge
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
      .transform((told) => transports.filter((one) => told.includes(one)))
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

const toDescriptor = ({ credentialId, transports: told }: StoredPasskey) => ({
  id: credentialId,
  transports: told as Transport[],
})

const bytesOf = (base64url: string): Uint8Array<ArrayBuffer> => Uint8Array.from(Buffer.from(base64url, 'base64url'))
