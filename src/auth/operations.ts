import { describeFields, giveExample, operations as describe } from '#platform/http/operation'
import {
  account,
  accountInput,
  confirmation,
  confirmed,
  invitation,
  invitationInput,
  newInvitation,
  person,
  sessionConfirmation,
  user,
} from './contract'

giveExample(user, { id: 1 })
giveExample(account, { id: 1, email: null })
giveExample(person, { id: 1, email: null, lastUsedAt: '2026-03-02T09:00:00.000Z' })
giveExample(accountInput, { username: 'ada' })
const password = 'The password of the signed-in user. A wrong one returns 403, and counts as a failed login.'
describeFields(accountInput, { currentPassword: password })
describeFields(
  { shape: confirmed },
  {
    currentPassword: `${password} Not needed in a session that was confirmed in the last 10 minutes (\`POST /api/account/confirm\`).`,
  },
)
giveExample(sessionConfirmation, { confirmedUntil: '2026-03-02T09:10:00.000Z' })
giveExample(confirmation, { currentPassword: 'correct horse battery' })
giveExample(invitationInput, { email: 'bob@acme.example', currentPassword: 'correct horse battery' })
const invited = { email: 'bob@acme.example', language: 'en' as const, expiresAt: '2026-03-04T09:00:00.000Z' }
giveExample(invitation, invited)
giveExample(newInvitation, {
  ...invited,
  url: 'https://acme.example/admin/invitation/q83vASNFZ4mrze8BI0VniavN7wEjRWeJq83vASNFZ4k/',
})

export const signedIn = { description: 'The user. Sets the session cookie.', headers: ['Set-Cookie' as const] }

export const operations = {
  ...describe(
    {
      getCurrentSession: 'Get the current session. `authenticated` is false without a valid session.',
      getSetupNeeded:
        'Check whether setup is needed. `needed` is true until the first administrator was created with `POST /api/register`.',
      login: {
        text: 'Log in. Starts a session of 30 days, which is extended while it is used, up to 90 days. If the account has a second factor, returns 202 and a challenge for `POST /api/login/second-factor` instead of a session. Returns 401 for a wrong username or password, and 429 after 10 failed attempts in 15 minutes per client address, or 100 per username. A browser in which the account has logged in before has 10 attempts of its own, and is delayed by up to 10 seconds instead of refused when the limit of the username is exceeded.',
        answers: {
          200: signedIn,
          202: { description: 'The password is correct and a second factor is required. No cookie is set.' },
        },
      },
      register: {
        text: 'Create the first administrator. Requires the setup code that the server prints when it starts. Returns 403 for a wrong code and once an administrator exists, and 429 after too many wrong codes.',
        answers: { 201: signedIn },
      },
      logout: {
        text: 'Log out. Succeeds without a session too.',
        answers: { 204: { description: 'The session has ended.', headers: ['Set-Cookie'] } },
      },
      getAccount: 'Get your account. `email` is where password reset links are sent.',
      updateAccount: {
        text: 'Update your account. Changes the username, password or email address; omitted fields keep their values. A new password ends all sessions of the account, revokes the invitations that it created, and sets a new session cookie. Returns 409 if the username is taken.',
        answers: { 200: { description: 'The account. Sets the session cookie if the password was changed.' } },
      },
      getConfirmation:
        'Get the confirmation of the session. A session is confirmed for 10 minutes by a login with a second factor or by `POST /api/account/confirm`. A confirmed session can create tokens, webhooks, webhook secrets and invitations, delete users and download backups without `currentPassword`.',
      confirmSession:
        'Confirm the session. The confirmation lasts 10 minutes. Exactly one proof is sent: `currentPassword`, `code` (from an authenticator app), `recoveryCode` or `credential` (a passkey, with the options of `POST /api/account/confirm/options`). Returns 403 if it is wrong, which counts as a failed login, and 429 after too many of them.',
      createConfirmationOptions:
        'Create passkey options to confirm the session. For `navigator.credentials.get()`, valid for one use within 5 minutes. Returns 409 if the site has no address (`SITE_URL`), except at `localhost`.',
      listSessions: 'List your sessions. Most recently used first. `lastUsedAt` is accurate to five minutes.',
      requestPasswordReset: {
        text: 'Request a password reset. Sends a reset link, valid once within an hour, to the email address of the account with this username or email address. The response is the same whether or not the account exists. Returns 429 after five requests in 15 minutes per account, and 503 if the site cannot send mail.',
        answers: { 202: { example: { message: 'If we know you, a link is on its way to you.' } } },
      },
      resetPassword:
        'Reset a password. Ends all sessions of the account and revokes the invitations that it created. Returns 404 if the link is unknown, used or expired. After another error the link can still be used.',
      acceptInvitation: {
        text: 'Accept an invitation. Creates the administrator and logs them in. Returns 404 if the link is unknown, used, revoked or expired, and 409 if the username is taken. After an error the invitation can still be accepted.',
        answers: { 201: { ...signedIn, example: { id: 2, username: 'bob' } } },
      },
    },
    { idempotent: false },
  ),
  ...describe({
    deleteSession: 'End one of your sessions.',
    deleteOtherSessions: 'End all your other sessions.',
    listUsers: 'List users. All administrators, oldest first. `lastUsedAt` is accurate to five minutes.',
    deleteUser:
      'Delete a user. Ends all sessions of the user and revokes the invitations that they created. The activity log keeps their name. Returns 409 for the last administrator.',
    listInvitations:
      'List pending invitations. Newest first. The link of an invitation is returned only when it is created.',
    createInvitation:
      'Create an invitation. Returns a link with which one person can create an administrator account within 48 hours. The link cannot be retrieved later, because only a hash of its token is stored.',
    deleteInvitation: 'Revoke an invitation.',
  }),
}
