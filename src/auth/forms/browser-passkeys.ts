/** Whether this browser keeps passkeys for this address (none are for a number), and reads options as the server writes them. */
export const supportsPasskeys = (): boolean =>
  globalThis.isSecureContext &&
  !/^[\d.]+$|^\[/.test(location.hostname) &&
  typeof PublicKeyCredential !== 'undefined' &&
  'parseCreationOptionsFromJSON' in PublicKeyCredential

/** Whether it offers them where a name is typed. */
export const offersPasskeys = async (): Promise<boolean> =>
  (await PublicKeyCredential.isConditionalMediationAvailable?.()) === true

/** Asks the person for a passkey. Throws a `DOMException` where they do not show one. */
export async function getPasskey(
  options: object,
  how: Pick<CredentialRequestOptions, 'mediation' | 'signal'> = {},
): Promise<object> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options as PublicKeyCredentialRequestOptionsJSON)
  return toJson(await navigator.credentials.get({ publicKey, ...how }))
}

/** Makes one. Throws likewise; `InvalidStateError` where there is one of theirs already. */
export async function createPasskey(options: object): Promise<object> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options as PublicKeyCredentialCreationOptionsJSON)
  return toJson(await navigator.credentials.create({ publicKey }))
}

/** Whether no passkey was shown: somebody has thought better of it, waited too long, or has none. */
export const isDeclined = (error: unknown): boolean => error instanceof DOMException

/** Whether passkeys of the site belong to the address that it is asked at. */
export const isOfHost = (host: string): boolean => location.hostname === host || location.hostname.endsWith(`.${host}`)

function toJson(credential: Credential | null): object {
  if (!(credential instanceof PublicKeyCredential)) throw new DOMException('There is no passkey', 'NotAllowedError')
  return credential.toJSON() as object
}
