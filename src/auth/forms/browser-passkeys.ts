/**
 * Whether this browser supports passkeys at this address (an IP address has none) and the JSON form of their options.
 */
export const supportsPasskeys = (): boolean =>
  globalThis.isSecureContext &&
  !/^[\d.]+$|^\[/.test(location.hostname) &&
  typeof PublicKeyCredential !== 'undefined' &&
  'parseCreationOptionsFromJSON' in PublicKeyCredential

/** Whether the browser offers passkeys by autofill in a username field. */
export const offersPasskeys = async (): Promise<boolean> =>
  (await PublicKeyCredential.isConditionalMediationAvailable?.()) === true

/** Requests a passkey. Throws a `DOMException` when none is presented. */
export async function getPasskey(
  options: object,
  how: Pick<CredentialRequestOptions, 'mediation' | 'signal'> = {},
): Promise<object> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options as PublicKeyCredentialRequestOptionsJSON)
  return toJson(await navigator.credentials.get({ publicKey, ...how }))
}

/** Creates a passkey. Throws likewise; `InvalidStateError` when the authenticator already has one of this person. */
export async function createPasskey(options: object): Promise<object> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options as PublicKeyCredentialCreationOptionsJSON)
  return toJson(await navigator.credentials.create({ publicKey }))
}

/** Whether no passkey was presented: the person cancelled, the request timed out, or there is none. */
export const isDeclined = (error: unknown): boolean => error instanceof DOMException

/** Whether the passkeys of `host`, the site's, can be used at the current address. */
export const isOfHost = (host: string): boolean => location.hostname === host || location.hostname.endsWith(`.${host}`)

function toJson(credential: Credential | null): object {
  if (!(credential instanceof PublicKeyCredential)) throw new DOMException('There is no passkey', 'NotAllowedError')
  return credential.toJSON() as object
}
