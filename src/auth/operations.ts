import { operation } from '#base/http/operation'
import type {
  Acceptance,
  Account,
  Credentials,
  Invitation,
  NewInvitation,
  OwnSession,
  Person,
  Registration,
  User,
} from './contract'

const tag = 'Account'

const user: User = { id: 1, username: 'ada' }
const credentials: Credentials = { username: user.username, password: 'correct horse battery' }
const registration: Registration = { ...credentials, setupCode: 'ABCD-EFGH-JKLM' }

const people = 'People'
const account: Account = { id: 1, username: user.username, email: null }
const person: Person = {
  ...account,
  email: null,
  createdAt: '2026-01-05T09:00:00.000Z',
  lastUsedAt: '2026-03-02T09:00:00.000Z',
}
const invitation: Invitation = {
  id: 3,
  email: 'bob@acme.example',
  createdAt: '2026-03-02T09:00:00.000Z',
  expiresAt: '2026-03-04T09:00:00.000Z',
  createdBy: user,
}
const token = 'q83vASNFZ4mrze8BI0VniavN7wEjRWeJq83vASNFZ4k'
const invited: NewInvitation = { ...invitation, url: `https://acme.example/admin/invitation/${token}/` }
const acceptance: Acceptance = { token, username: 'bob', password: 'a bicycle made of rain' }
const session: OwnSession = {
  id: 12,
  device: 'Firefox, Windows',
  address: '203.0.113.7',
  createdAt: '2026-03-01T09:00:00.000Z',
  lastUsedAt: '2026-03-02T09:00:00.000Z',
  current: true,
}
const numbered = (what: string, example: number) => ({
  id: {
    description: `The id of the ${what}.`,
    schema: { type: 'integer', minimum: 1, maximum: 2_147_483_647 },
    example,
  },
})

export const operations = {
  check: operation({
    id: 'checkSession',
    tag,
    summary: 'Ask who is signed in',
    description: 'Whether the session cookie belongs to a living session, and whose.',
    answers: { 200: { description: 'Who is signed in, if anybody.', example: { authenticated: true, user } } },
  }),
  setup: operation({
    id: 'checkSetup',
    tag,
    summary: 'Ask whether the site still lacks its administrator',
    description: 'While it does, `POST /api/register` creates one with the set-up code that the server printed.',
    answers: { 200: { description: 'Whether somebody has to be registered first.', example: { needed: false } } },
  }),
  login: operation({
    id: 'login',
    tag,
    summary: 'Sign in',
    description:
      'Starts a new session of 30 days, prolonged while it is used. At most 10 failed tries in 15 minutes per address, and 100 per name from all addresses together; a browser in which this person has signed in before has 10 of its own, whatever others try. Takes no Idempotency-Key.',
    unsafe: true,
    example: credentials,
    answers: { 200: { description: 'The user; the session cookie is set.', example: user, headers: ['SetCookie'] } },
    refusals: [401, 429],
  }),
  register: operation({
    id: 'register',
    tag,
    summary: 'Create the first administrator',
    description:
      'Works while there is no user, with the set-up code that the server prints at start; once there is one it is always a 403. Takes no Idempotency-Key.',
    unsafe: true,
    example: registration,
    answers: { 201: { description: 'The user; the session cookie is set.', example: user, headers: ['SetCookie'] } },
    refusals: [429],
  }),
  logout: operation({
    id: 'logout',
    tag,
    summary: 'Sign out',
    description:
      'Ends the session at the server and makes the browser forget its cookie. Without a session it does nothing. Takes no Idempotency-Key.',
    unsafe: true,
    answers: { 204: { description: 'There is no session any more.', headers: ['SetCookie'] } },
  }),
  readAccount: operation({
    id: 'readAccount',
    tag,
    summary: 'Read one’s own account',
    description: 'The name with which whoever asks signs in, and where links for a forgotten password go.',
    session: true,
    answers: { 200: { description: 'The account.', example: account } },
  }),
  changeAccount: operation({
    id: 'changeAccount',
    tag,
    summary: 'Change one’s own account',
    description:
      'Name, password or e-mail address; what is left out stays. A wrong `currentPassword` is a 403; at most 10 in 15 minutes per session. A new password ends every session of the person; whoever asks goes on under a new cookie. Takes no Idempotency-Key.',
    session: true,
    unsafe: true,
    example: { currentPassword: credentials.password, username: user.username },
    answers: {
      200: { description: 'The account; with a new password the session cookie is set.', example: account },
    },
    refusals: [409, 429],
  }),
  listSessions: operation({
    id: 'listSessions',
    tag,
    summary: 'List one’s own sessions',
    description: 'Where one is signed in, the latest used first. `lastUsedAt` is right to within five minutes.',
    session: true,
    answers: { 200: { description: 'The sessions.', example: [session] } },
  }),
  endSession: operation({
    id: 'endSession',
    tag,
    summary: 'End one of one’s own sessions',
    description: 'Whoever used it is signed out.',
    session: true,
    unsafe: true,
    idempotent: true,
    parameters: numbered('session', session.id),
    answers: { 204: { description: 'The session has ended.' } },
    refusals: [404, 422],
  }),
  endOtherSessions: operation({
    id: 'endOtherSessions',
    tag,
    summary: 'End all other sessions',
    description: 'All of one’s own but the one that asks.',
    session: true,
    unsafe: true,
    idempotent: true,
    answers: { 204: { description: 'The others have ended.' } },
    refusals: [422],
  }),
  askReset: operation({
    id: 'askPasswordReset',
    tag,
    summary: 'Ask for a link to set a new password',
    description:
      'To whoever goes by the name or e-mail address and has an address, a link is mailed that works once, for an hour; at most five in 15 minutes to one account. The answer is the same for everybody. Without mail it is a 503. Takes no Idempotency-Key.',
    unsafe: true,
    example: { username: user.username },
    answers: {
      202: { description: 'Taken note of.', example: { message: 'If we know you, a link is on its way to you.' } },
    },
    refusals: [429],
  }),
  acceptReset: operation({
    id: 'acceptPasswordReset',
    tag,
    summary: 'Set a new password with a link',
    description:
      'Ends every session of the person. A link that is unknown, used or past its hour is a 404, one and the same. What is refused with 422 leaves it open. Takes no Idempotency-Key.',
    unsafe: true,
    example: { token, password: acceptance.password },
    answers: { 200: { description: 'The account.', example: account } },
    refusals: [404],
  }),
  listPeople: operation({
    id: 'listUsers',
    tag: people,
    summary: 'List the administrators',
    description: 'In the order in which they came. `lastUsedAt` is right to within five minutes.',
    session: true,
    answers: { 200: { description: 'The administrators.', example: [person] } },
  }),
  removePerson: operation({
    id: 'deleteUser',
    tag: people,
    summary: 'Remove an administrator',
    description:
      'Their sessions end at once; what they did keeps their name. The last administrator cannot be removed, also when two remove each other at the same moment.',
    session: true,
    unsafe: true,
    idempotent: true,
    parameters: numbered('administrator', person.id),
    answers: { 204: { description: 'The administrator is gone.' } },
    refusals: [404, 409, 422],
  }),
  listInvitations: operation({
    id: 'listInvitations',
    tag: people,
    summary: 'List the open invitations',
    description: 'The newest first. Their links are told to nobody again.',
    session: true,
    answers: { 200: { description: 'The open invitations.', example: [invitation] } },
  }),
  invite: operation({
    id: 'invite',
    tag: people,
    summary: 'Invite an administrator',
    description:
      'Whoever has the link becomes an administrator with a name and a password of their own, once, within 48 hours. Only a hash of its token is stored: this answer alone tells it.',
    session: true,
    unsafe: true,
    idempotent: true,
    example: { email: invitation.email },
    answers: { 201: { description: 'The invitation and its link.', example: invited } },
  }),
  endInvitation: operation({
    id: 'deleteInvitation',
    tag: people,
    summary: 'Take back an invitation',
    description: 'Its link opens nothing any more.',
    session: true,
    unsafe: true,
    idempotent: true,
    parameters: numbered('invitation', invitation.id),
    answers: { 204: { description: 'The invitation is closed.' } },
    refusals: [404, 422],
  }),
  acceptInvitation: operation({
    id: 'acceptInvitation',
    tag: people,
    summary: 'Accept an invitation',
    description:
      'Creates the administrator and signs them in. A link that is unknown, used, taken back or past its 48 hours is a 404, one and the same. What is refused with 409 or 422 leaves the invitation open. Takes no Idempotency-Key.',
    unsafe: true,
    example: acceptance,
    answers: {
      201: {
        description: 'The user; the session cookie is set.',
        example: { id: 2, username: 'bob' },
        headers: ['SetCookie'],
      },
    },
    refusals: [404, 409],
  }),
}
