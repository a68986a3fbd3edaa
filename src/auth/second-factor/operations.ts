import { giveExample, operations as describe } from '#platform/http/operation'
import {
  confirmedTotp,
  creationOptions,
  newRecoveryCodes,
  passkey,
  passkeyInput,
  passkeyLogin,
  passkeyName,
  requestOptions,
  secondFactor,
  secondFactorProof,
  signInChallenge,
  sessionProof,
  totpCode,
  totpSetup,
} from './contract'

const challenge = 'q83vASNFZ4mrze8BI0VniavN7wEjRWeJq83vASNFZ4k'
const rawId = 'hVw3fQ0sTqmO8V5G2bqfXA'
const shown = { id: 3, name: 'Telephone', createdAt: '2026-03-02T09:00:00.000Z', lastUsedAt: null }
const recoveryCodes = ['ABCD-EFGH-JKLM-NPQR', 'STUV-WXYZ-2345-6789']

giveExample(passkey, shown)
giveExample(secondFactor, { totp: true, passkeys: [], recoveryCodesLeft: 10 })
giveExample(confirmedTotp, { totp: true, passkeys: [], recoveryCodesLeft: 10, recoveryCodes })
giveExample(newRecoveryCodes, { recoveryCodes })
giveExample(totpSetup, {
  secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
  uri: 'otpauth://totp/Acme:ada?issuer=Acme&secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&algorithm=SHA1&digits=6&period=30',
  qr: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 41 41">…</svg>',
})
giveExample(totpCode, { code: '123456' })
giveExample(sessionProof, { currentPassword: 'correct horse battery' })
giveExample(passkeyName, { name: 'Telephone' })
const assertion = {
  id: rawId,
  rawId,
  type: 'public-key',
  clientExtensionResults: {},
  response: {
    clientDataJSON: 'eyJ0eXBlIjoi…',
    authenticatorData: 'SZYN5YgO…',
    signature: 'MEUCIQ…',
    userHandle: 'n4bQgYhM…',
  },
}
giveExample(passkeyLogin, { credential: assertion })
giveExample(passkeyInput, {
  name: 'Telephone',
  credential: {
    ...assertion,
    response: { clientDataJSON: 'eyJ0eXBlIjoi…', attestationObject: 'o2NmbXRk…', transports: ['internal'] },
  },
})
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
giveExample(signInChallenge, { challenge, methods: ['totp', 'recovery'] })
giveExample(secondFactorProof, { challenge, code: '123456' })

const signedIn = { 200: { description: 'The user; the session cookie is set.', headers: ['Set-Cookie' as const] } }
const password =
  'A wrong `currentPassword` is a 403 and counts as a failed login: at most 10 in 15 minutes per address, and per session.'
const noKey = 'Takes no Idempotency-Key.'

export const operations = describe({
  passSecondFactor: {
    summary: 'Sign in: the second step',
    description: `After \`POST /api/login\` has answered 202: the challenge with the code of an app, a recovery code, or what \`navigator.credentials.get()\` made of \`passkeyOptions\`. A challenge ends after five minutes, five wrong tries or its first use; whatever is wrong, the answer is the same 401. What is wrong counts with the logins that fail; besides, an account takes 30 wrong codes of an app in a day from browsers in which its owner has never signed in. ${noKey}`,
    idempotent: false,
    answers: signedIn,
    refusals: [401, 429],
  },
  askForPasskey: {
    summary: 'Sign in: ask for a passkey',
    description: `For \`navigator.credentials.get()\`, the same for everybody. The challenge works once, for five minutes. Where \`SITE_URL\` is unset and the site is not asked at \`localhost\` it is a 409. ${noKey}`,
    idempotent: false,
    refusals: [409, 429],
  },
  loginWithPasskey: {
    summary: 'Sign in with a passkey alone',
    description: `With what the browser made of the options. Whatever is wrong, the answer is the same 401, and counts with the logins that fail. ${noKey}`,
    idempotent: false,
    answers: signedIn,
    refusals: [401, 429],
  },
  readSecondFactor: {
    summary: 'Read one’s own second factor',
    description: 'By what one signs in beside the password, and how many recovery codes are left.',
  },
  startTotp: {
    summary: 'Begin to use an app for codes',
    description: `A new secret (SHA-1, 6 digits, 30 seconds), which counts once a code has confirmed it; until then one that is in use goes on. ${password} ${noKey}`,
    idempotent: false,
    refusals: [429],
  },
  confirmTotp: {
    summary: 'Confirm the app for codes',
    description: `With a code that it shows. Where this is the first factor, the answer holds ten recovery codes, and nothing tells them again. 409 when nothing was begun. ${noKey}`,
    idempotent: false,
    refusals: [409],
  },
  removeTotp: {
    summary: 'Remove the app for codes',
    description: `The recovery codes go with the last factor. Where the site requires a second factor, the last one is a 409. ${password} ${noKey}`,
    idempotent: false,
    refusals: [404, 409, 429],
  },
  startPasskey: {
    summary: 'Begin to add a passkey',
    description: `For \`navigator.credentials.create()\`. The challenge works once, for five minutes. Where \`SITE_URL\` is unset and the site is not asked at \`localhost\` it is a 409. ${password} ${noKey}`,
    idempotent: false,
    refusals: [409, 429],
  },
  addPasskey: {
    summary: 'Add a passkey',
    description: `With what the browser made of the options: a wrong origin, host or challenge, or a person who was not verified, is a 422. Where this is the first factor, the answer holds ten recovery codes, and nothing tells them again. ${noKey}`,
    idempotent: false,
    refusals: [409],
  },
  renamePasskey: { summary: 'Rename a passkey', description: 'What it is called is for its owner alone.' },
  removePasskey: {
    summary: 'Remove a passkey',
    description: `The recovery codes go with the last factor. Where the site requires a second factor, the last one is a 409. ${password} ${noKey}`,
    idempotent: false,
    refusals: [409, 429],
  },
  renewRecoveryCodes: {
    summary: 'Make new recovery codes',
    description: `Ten, in the place of those that are left; nothing tells them again. 409 without a second factor. ${password} ${noKey}`,
    idempotent: false,
    refusals: [409, 429],
  },
  takeSecondFactor: {
    summary: 'Take the second factor of another administrator away',
    description: `For somebody who is locked out: they sign in with the password alone, all their sessions end, and they are told by mail. One’s own is a 409. ${password} ${noKey}`,
    idempotent: false,
    refusals: [409, 429],
  },
})
