import { signedIn } from '#auth/operations'
import { giveExample, operations as describe } from '#platform/http/operation'
import {
  confirmedTotp,
  creationOptions,
  passkey,
  passkeyInput,
  passkeyLogin,
  passkeyName,
  requestOptions,
  secondFactor,
  secondFactorProof,
  sessionProof,
  totpSetup,
} from './contract'

const challenge = 'q83vASNFZ4mrze8BI0VniavN7wEjRWeJq83vASNFZ4k'
const rawId = 'hVw3fQ0sTqmO8V5G2bqfXA'
const shown = { id: 3, name: 'Telephone', createdAt: '2026-03-02T09:00:00.000Z', lastUsedAt: null }

giveExample(passkey, shown)
const factors = { totp: true, passkeys: [], recoveryCodesLeft: 10 }
giveExample(secondFactor, factors)
giveExample(confirmedTotp, { ...factors, recoveryCodes: ['ABCD-EFGH-JKLM-NPQR', 'STUV-WXYZ-2345-6789'] })
giveExample(totpSetup, {
  secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
  uri: 'otpauth://totp/Acme:ada?issuer=Acme&secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&algorithm=SHA1&digits=6&period=30',
  qr: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 41 41">…</svg>',
})
giveExample(sessionProof, { currentPassword: 'correct horse battery' })
giveExample(passkeyName, { name: 'Telephone' })
const credential = (response: object) => ({
  id: rawId,
  rawId,
  type: 'public-key',
  clientExtensionResults: {},
  response: { clientDataJSON: 'eyJ0eXBlIjoi…', ...response },
})
const assertion = { authenticatorData: 'SZYN5YgO…', signature: 'MEUCIQ…', userHandle: 'n4bQgYhM…' }
giveExample(passkeyLogin, { credential: credential(assertion) })
const attestation = { attestationObject: 'o2NmbXRk…', transports: ['internal'] }
giveExample(passkeyInput, { name: 'Telephone', credential: credential(attestation) })
const asked = { challenge, rpId: 'acme.example', timeout: 300_000, userVerification: 'required' }
giveExample(requestOptions, asked)
giveExample(creationOptions, {
  challenge,
  rp: { id: 'acme.example', name: 'Acme' },
  user: { id: 'n4bQgYhM…', name: 'ada', displayName: 'ada' },
  pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
  authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
  attestation: 'none',
})
giveExample(secondFactorProof, { challenge, code: '123456' })

const challenges =
  'The challenge is valid for one use within five minutes. Returns 409 if the site has no address (`SITE_URL`), except at `localhost`.'
const codesOnce = 'For the first second factor, returns ten recovery codes, which cannot be retrieved later.'
const lastFactor =
  'Removing the last second factor deletes the recovery codes. Returns 409 for the last one if the site requires a second factor.'

export const operations = describe(
  {
    loginWithSecondFactor: {
      text: 'Log in with a second factor. Completes a login that was answered with 202. Send the challenge with a code from an authenticator app, a recovery code, or the result of `navigator.credentials.get()` for `passkeyOptions`. A challenge expires after one use, five failed attempts or five minutes. Returns 401 for every failure, which counts as a failed login, and 429 after too many of them, or after 30 wrong codes a day per account from browsers in which it has never logged in.',
      answers: { 200: signedIn },
    },
    createPasskeyLoginOptions: `Create passkey options for a login. For \`navigator.credentials.get()\`. Returns 429 after 100 requests in 15 minutes per client address. ${challenges}`,
    loginWithPasskey: {
      text: 'Log in with a passkey. Send the result of `navigator.credentials.get()`. Returns 401 for every failure, which counts as a failed login, and 429 after too many of them.',
      answers: { 200: signedIn },
    },
    getSecondFactor: 'Get your second factors. `recoveryCodesLeft` is the number of unused recovery codes.',
    setUpTotp:
      'Set up an authenticator app. Returns a new TOTP secret (SHA-1, 6 digits, 30 seconds). It takes effect once `POST /api/account/totp/confirm` has verified a code; a previous secret stays valid until then.',
    confirmTotp: `Confirm an authenticator app. Send a code of the new secret. Returns 409 if no setup was started. ${codesOnce}`,
    deleteTotp: `Remove the authenticator app. Returns 404 if there is none. ${lastFactor}`,
    createPasskeyOptions: `Create passkey options for registration. For \`navigator.credentials.create()\`. ${challenges}`,
    createPasskey: `Add a passkey. Send the result of \`navigator.credentials.create()\`. Returns 409 if the passkey is already registered, and 422 for a wrong origin, host or challenge, or without user verification. ${codesOnce}`,
    renamePasskey: {
      text: 'Rename a passkey. The name is shown only to the owner of the account.',
      idempotent: true,
    },
    deletePasskey: `Delete a passkey. ${lastFactor}`,
    regenerateRecoveryCodes:
      'Regenerate recovery codes. Ten new ones replace the previous ones, and cannot be retrieved later. Returns 409 without a second factor.',
    deleteUserSecondFactor:
      'Remove the second factors of a user. For a user who is locked out: they can log in with the password alone, their sessions end, and they are notified by email. Returns 409 for your own account.',
  },
  { idempotent: false },
)
