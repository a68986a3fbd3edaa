import { giveExample, operations as describe } from '#platform/http/operation'
import {
  acceptance,
  account,
  accountInput,
  confirmation,
  invitation,
  invitationInput,
  newInvitation,
  ownSession,
  passwordReset,
  person,
  registration,
  sessionConfirmation,
  user,
} from './contract'

giveExample(registration, { setupCode: 'ABCD-EFGH-JKLM' })
giveExample(user, { id: 1 })
giveExample(account, { id: 1, email: null })
giveExample(person, { id: 1, email: null, createdAt: '2026-01-05T09:00:00.000Z' })
giveExample(accountInput, { username: 'ada' })
giveExample(sessionConfirmation, { confirmedUntil: '2026-03-02T09:10:00.000Z' })
giveExample(confirmation, { currentPassword: 'correct horse battery' })
giveExample(ownSession, { current: true })
giveExample(invitationInput, { email: 'bob@acme.example', currentPassword: 'correct horse battery' })
const invited = { email: 'bob@acme.example', expiresAt: '2026-03-04T09:00:00.000Z' }
giveExample(invitation, invited)
giveExample(newInvitation, {
  ...invited,
  url: 'https://acme.example/admin/invitation/q83vASNFZ4mrze8BI0VniavN7wEjRWeJq83vASNFZ4k/',
})
const password = 'a bicycle made of rain'
giveExample(acceptance, { username: 'bob', password })
giveExample(passwordReset, { password })

/** What a write says whose effect outlasts the session. */
export const confirmedWrite =
  ' Takes the `currentPassword`, unless the session was confirmed within 10 minutes (`POST /api/account/confirm`): without either it is a 403.'

const signedIn = { description: 'The user; the session cookie is set.', headers: ['Set-Cookie' as const] }

export const operations = describe({
  checkSession: {
    summary: 'Ask who is signed in',
    description: 'Whether the session cookie belongs to a living session, and whose.',
  },
  checkSetup: {
    summary: 'Ask whether the site still lacks its administrator',
    description: 'While it does, `POST /api/register` creates one with the set-up code that the server printed.',
  },
  login: {
    summary: 'Sign in',
    description:
      'Starts a new session of 30 days, prolonged while it is used, up to 90 days. At most 10 failed tries in 15 minutes per address, and 100 per name from all addresses together; a browser in which this person has signed in before has 10 of its own, whatever others try, and while theirs are too many it waits up to 10 seconds for each answer instead of being refused. A person with a second factor is answered 202, without a session: `POST /api/login/second-factor` goes on. Takes no Idempotency-Key.',
    idempotent: false,
    answers: {
      200: signedIn,
      202: { description: 'The password is right; a second factor is asked for. No cookie is set.' },
    },
    refusals: [401, 429],
  },
  register: {
    summary: 'Create the first administrator',
    description:
      'Works while there is no user, with the set-up code that the server prints at start; once there is one it is always a 403. Takes no Idempotency-Key.',
    idempotent: false,
    answers: { 201: signedIn },
    refusals: [429],
  },
  logout: {
    summary: 'Sign out',
    description:
      'Ends the session at the server and makes the browser forget its cookie. Without a session it does nothing. Takes no Idempotency-Key.',
    idempotent: false,
    answers: { 204: { description: 'There is no session any more.', headers: ['Set-Cookie'] } },
  },
  readAccount: {
    summary: 'Read one’s own account',
    description: 'The name with which whoever asks signs in, and where links for a forgotten password go.',
  },
  changeAccount: {
    summary: 'Change one’s own account',
    description:
      'Name, password or e-mail address; what is left out stays. A wrong `currentPassword` is a 403 and counts as a failed login: at most 10 in 15 minutes per address, and per session. A new password ends every session of the person, and the invitations that they have made; whoever asks goes on under a new cookie. Takes no Idempotency-Key.',
    idempotent: false,
    answers: { 200: { description: 'The account; with a new password the session cookie is set.' } },
    refusals: [409, 429],
  },
  readConfirmation: {
    summary: 'Ask whether the session is confirmed',
    description:
      'Signing in with a second factor, or `POST /api/account/confirm`, confirms a session for 10 minutes. Until then it may do what outlasts it, without the `currentPassword`: make tokens, webhooks, their secrets and invitations, remove people, and download backups.',
  },
  confirmSession: {
    summary: 'Confirm the session',
    description:
      'For 10 minutes, by exactly one of `currentPassword`, `code` (of an app), `recoveryCode` and `credential` (a passkey, for `POST /api/account/confirm/options`). Anything wrong is a 403, and counts as a failed login. Takes no Idempotency-Key.',
    idempotent: false,
    refusals: [429],
  },
  askToConfirm: {
    summary: 'Ask for a passkey to confirm the session',
    description:
      'The options for `navigator.credentials.get`, good for one use within 5 minutes. Takes no Idempotency-Key.',
    idempotent: false,
    refusals: [409],
  },
  listSessions: {
    summary: 'List one’s own sessions',
    description: 'Where one is signed in, the latest used first. `lastUsedAt` is right to within five minutes.',
  },
  endSession: { summary: 'End one of one’s own sessions', description: 'Whoever used it is signed out.' },
  endOtherSessions: { summary: 'End all other sessions', description: 'All of one’s own but the one that asks.' },
  askPasswordReset: {
    summary: 'Ask for a link to set a new password',
    description:
      'To whoever goes by the name or e-mail address and has an address, a link is mailed that works once, for an hour; at most five in 15 minutes to one account. The answer is the same for everybody. Without mail it is a 503. Takes no Idempotency-Key.',
    idempotent: false,
    answers: { 202: { example: { message: 'If we know you, a link is on its way to you.' } } },
    refusals: [429],
  },
  acceptPasswordReset: {
    summary: 'Set a new password with a link',
    description:
      'Ends every session of the person, and the invitations that they have made. A link that is unknown, used or past its hour is a 404, one and the same. What is refused with 422 leaves it open. Takes no Idempotency-Key.',
    idempotent: false,
    refusals: [404],
  },
  listUsers: {
    summary: 'List the administrators',
    description: 'In the order in which they came. `lastUsedAt` is right to within five minutes.',
  },
  deleteUser: {
    summary: 'Remove an administrator',
    description:
      'Their sessions end at once; what they did keeps their name. The last administrator cannot be removed, also when two remove each other at the same moment. Ends the invitations that they have made.' +
      confirmedWrite,
    refusals: [409],
  },
  listInvitations: {
    summary: 'List the open invitations',
    description: 'The newest first. Their links are told to nobody again.',
  },
  invite: {
    summary: 'Invite an administrator',
    description:
      'Whoever has the link becomes an administrator with a name and a password of their own, once, within 48 hours. Only a hash of its token is stored: this answer alone tells it.' +
      confirmedWrite,
  },
  deleteInvitation: { summary: 'Take back an invitation', description: 'Its link opens nothing any more.' },
  acceptInvitation: {
    summary: 'Accept an invitation',
    description:
      'Creates the administrator and signs them in. A link that is unknown, used, taken back or past its 48 hours is a 404, one and the same. What is refused with 409 or 422 leaves the invitation open. Takes no Idempotency-Key.',
    idempotent: false,
    answers: { 201: { ...signedIn, example: { id: 2, username: 'bob' } } },
    refusals: [404, 409],
  },
})
