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
giveExample(person, { id: 1, email: null, lastUsedAt: '2026-03-02T09:00:00.000Z' })
giveExample(accountInput, { username: 'ada' })
giveExample(sessionConfirmation, { confirmedUntil: '2026-03-02T09:10:00.000Z' })
giveExample(confirmation, { currentPassword: 'correct horse battery' })
giveExample(ownSession, { current: true })
giveExample(invitationInput, { email: 'bob@acme.example', currentPassword: 'correct horse battery' })
const invited = { email: 'bob@acme.example', language: 'en' as const, expiresAt: '2026-03-04T09:00:00.000Z' }
giveExample(invitation, invited)
giveExample(newInvitation, {
  ...invited,
  url: 'https://acme.example/admin/invitation/q83vASNFZ4mrze8BI0VniavN7wEjRWeJq83vASNFZ4k/',
})
const password = 'a bicycle made of rain'
giveExample(acceptance, { username: 'bob', password })
giveExample(passwordReset, { password })

/** For writes that accept a confirmed session instead of the password. */
export const confirmedWrite =
  'Requires `currentPassword` unless the session was confirmed in the last 10 minutes (`POST /api/account/confirm`); returns 403 without either.'

/** For writes that always require the password. */
export const passwordAttempts =
  'A wrong `currentPassword` returns 403 and counts as a failed login: at most 10 in 15 minutes per client address and per session.'

export const signedIn = { description: 'The user. Sets the session cookie.', headers: ['Set-Cookie' as const] }

export const operations = describe({
  checkSession: {
    summary: 'Retrieve the current session',
    description: 'Returns whether the request has a valid session, and its user.',
  },
  checkSetup: {
    summary: 'Check whether setup is needed',
    description: '`needed` is true until the first administrator was created with `POST /api/register`.',
  },
  login: {
    summary: 'Log in',
    description:
      'Starts a session of 30 days, which is extended while it is used, up to 90 days. If the account has a second factor, returns 202 and a challenge for `POST /api/login/second-factor` instead of a session. Limited to 10 failed attempts in 15 minutes per client address, and 100 per username; a browser in which the account has logged in before has 10 attempts of its own, and is delayed by up to 10 seconds instead of refused when the limit of the username is exceeded.',
    idempotent: false,
    answers: {
      200: signedIn,
      202: { description: 'The password is correct and a second factor is required. No cookie is set.' },
    },
    refusals: [401, 429],
  },
  register: {
    summary: 'Create the first administrator',
    description:
      'Requires the setup code that the server prints when it starts. Returns 403 once an administrator exists.',
    idempotent: false,
    answers: { 201: signedIn },
    refusals: [429],
  },
  logout: {
    summary: 'Log out',
    description: 'Ends the session and deletes its cookie. Succeeds without a session too.',
    idempotent: false,
    answers: { 204: { description: 'The session has ended.', headers: ['Set-Cookie'] } },
  },
  readAccount: {
    summary: 'Retrieve your account',
    description: 'Returns the username, and the email address that password reset links are sent to.',
  },
  changeAccount: {
    summary: 'Update your account',
    description:
      'Changes the username, password or email address; omitted fields keep their values. A new password ends all sessions of the account, revokes the invitations that it created, and sets a new session cookie. ' +
      passwordAttempts,
    idempotent: false,
    answers: { 200: { description: 'The account. Sets the session cookie if the password was changed.' } },
    refusals: [409, 429],
  },
  readConfirmation: {
    summary: 'Retrieve the confirmation of the session',
    description:
      'A session is confirmed for 10 minutes by a login with a second factor or by `POST /api/account/confirm`. A confirmed session can create tokens, webhooks, webhook secrets and invitations, delete users and download backups without `currentPassword`.',
  },
  confirmSession: {
    summary: 'Confirm the session',
    description:
      'Confirms the session for 10 minutes. Send exactly one of `currentPassword`, `code` (from an authenticator app), `recoveryCode` and `credential` (a passkey, with the options of `POST /api/account/confirm/options`). Returns 403 if it is wrong, which counts as a failed login.',
    idempotent: false,
    refusals: [429],
  },
  askToConfirm: {
    summary: 'Create passkey options to confirm the session',
    description: 'Returns options for `navigator.credentials.get()`, valid for one use within 5 minutes.',
    idempotent: false,
    refusals: [409],
  },
  listSessions: {
    summary: 'List your sessions',
    description: 'Most recently used first. `lastUsedAt` is accurate to five minutes.',
  },
  endSession: { summary: 'End one of your sessions', description: 'The session is logged out.' },
  endOtherSessions: {
    summary: 'End your other sessions',
    description: 'Ends all sessions of the account except the current one.',
  },
  askPasswordReset: {
    summary: 'Request a password reset',
    description:
      'Sends a reset link, valid once within an hour, to the email address of the account with this username or email address. The response is the same whether or not the account exists. Limited to five requests in 15 minutes per account. Returns 503 if the site cannot send mail.',
    idempotent: false,
    answers: { 202: { example: { message: 'If we know you, a link is on its way to you.' } } },
    refusals: [429],
  },
  acceptPasswordReset: {
    summary: 'Reset a password',
    description:
      'Sets a new password, ends all sessions of the account and revokes the invitations that it created. Returns 404 if the link is unknown, used or expired. After a 422 the link can still be used.',
    idempotent: false,
    refusals: [404],
  },
  listUsers: {
    summary: 'List users',
    description: 'All administrators, oldest first. `lastUsedAt` is accurate to five minutes.',
  },
  deleteUser: {
    summary: 'Delete a user',
    description:
      'Ends all sessions of the user and revokes the invitations that they created. The activity log keeps their name. Returns 409 for the last administrator. ' +
      confirmedWrite,
    refusals: [409],
  },
  listInvitations: {
    summary: 'List pending invitations',
    description: 'Newest first. The link of an invitation is returned only when it is created.',
  },
  invite: {
    summary: 'Create an invitation',
    description:
      'Returns a link with which one person can create an administrator account within 48 hours. The link cannot be retrieved later, because only a hash of its token is stored. ' +
      confirmedWrite,
  },
  deleteInvitation: { summary: 'Revoke an invitation', description: 'The link of the invitation stops working.' },
  acceptInvitation: {
    summary: 'Accept an invitation',
    description:
      'Creates the administrator and logs them in. Returns 404 if the link is unknown, used, revoked or expired. After a 409 or 422 the invitation can still be accepted.',
    idempotent: false,
    answers: { 201: { ...signedIn, example: { id: 2, username: 'bob' } } },
    refusals: [404, 409],
  },
})
