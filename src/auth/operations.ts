import { operation } from '#base/http/operation'
import type { Credentials, Registration, User } from './contract'

const tag = 'Account'

const user: User = { id: 1, username: 'ada' }
const credentials: Credentials = { username: user.username, password: 'correct horse battery' }
const registration: Registration = { ...credentials, setupCode: 'ABCD-EFGH-JKLM' }

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
      'Starts a new session of 30 days, prolonged while it is used. At most 10 failed tries in 15 minutes, per address and per name. Takes no Idempotency-Key.',
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
}
