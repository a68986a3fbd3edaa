import { Elysia } from 'elysia'
import { z } from 'zod'
import { conflict, notFound } from '#contract/http-error'
import { parseId } from '#platform/http/ids'
import { jsonBodies } from '#platform/http/json-body'
import type { Services } from '#platform/services'
import { commit, commitAs } from '#platform/writes/commit'
import { signedInAdministrator, confirmPassword } from '#auth/account/confirm-password'
import { adminOnly } from '#auth/admin-only'
import { acceptance, type Acceptance, person, type User, user } from '#auth/contract'
import { invitationsApi } from './invitations-api'
import { checkInvitation, useInvitation } from './invitations'
import { operations } from '#auth/operations'
import { refuseGuessable } from '#auth/passwords/password-rules'
import type { Passwords } from '#auth/passwords/passwords'
import { listPeople, removePerson } from './people'
import { passwordConfirmation } from '#auth/second-factor/contract'
import { operations as factorOperations } from '#auth/second-factor/operations'
import { takeSecondFactor } from '#auth/second-factor/take-second-factor'
import { signIn } from '#auth/sign-in/sign-in'
import { sourceOf } from '#auth/sign-in/source'
import { addUser } from '#auth/store'

/** Who runs the site: administrators, and the invitations with which they become more. */
export const peopleApi = (services: Services, passwords: Passwords) =>
  new Elysia({ tags: ['People'] })
    .use(guests(services, passwords))
    .use(adminOnly(services)) // every route below this line needs a signed-in administrator
    .use(jsonBodies())
    .get('/users', () => listPeople(services.db), {
      response: { 200: z.array(person) },
      detail: operations.listUsers,
    })
    .delete(
      '/users/:id',
      (context) => {
        const id = parseId(context.params.id, notFound('user'))
        return commit(
          services,
          context,
          {
            status: 204,
            event: (removed: { id: number; title: string }) => ({
              kind: 'user',
              action: 'deleted',
              activityActions: ['removed'],
              ...removed,
            }),
            answer: () => undefined,
          },
          (tx) => removePerson(tx, id, signedInAdministrator(context.request).user.id),
        )
      },
      { detail: operations.deleteUser },
    )
    .delete(
      '/users/:id/second-factor',
      async ({ params, request, body: { currentPassword }, status }) => {
        const actor = signedInAdministrator(request)
        const id = parseId(params.id, notFound('user'))
        if (id === actor.user.id) throw conflict('errors.ownFactor')
        await confirmPassword(services, passwords, currentPassword, request)
        await takeSecondFactor(services, actor, id)
        return status(204, undefined)
      },
      { body: passwordConfirmation, detail: factorOperations.takeSecondFactor },
    )
    .use(invitationsApi(services))

/** Apart, so that its body is read without a session. It keeps no Idempotency-Key: its answer holds a cookie. */
const guests = (services: Services, passwords: Passwords) =>
  new Elysia().use(jsonBodies()).post(
    '/invitations/accept',
    async (context) => {
      const { request, body } = context
      const account = await accept(services, passwords, body, request)
      return context.status(201, await signIn(services, account, context))
    },
    { body: acceptance, response: { 201: user }, detail: operations.acceptInvitation },
  )

async function accept(
  services: Services,
  passwords: Passwords,
  { token, username, password }: Acceptance,
  request: Request,
) {
  await checkInvitation(services.db, token)
  await refuseGuessable(services, { password, username, path: 'password' })
  const passwordHash = await passwords.hash(password)
  const source = sourceOf(request)
  return commitAs(
    services,
    (account: User) => ({ is: 'administrator', user: account, session: '', source }),
    ({ id, username: title }) => ({ kind: 'user', action: 'created', activityActions: ['joined'], id, title }),
    async (tx) => {
      const { email } = await useInvitation(tx, token)
      return addUser(tx, { username, passwordHash, email })
    },
  )
}
