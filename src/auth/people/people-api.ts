import { Elysia, status } from 'elysia'
import { z } from 'zod'
import { requestSecret } from '#auth/sessions/sessions'
import { conflict, notFound } from '#contract/http-error'
import { invitationPath } from '#i18n/addresses/admin-paths'
import { href } from '#i18n/addresses/href'
import { parseId } from '#platform/http/parameters'
import { jsonBodies } from '#platform/http/bodies'
import { requestActor, requestOrigin } from '#platform/http/request-facts'
import { readSettings } from '#platform/owner/settings'
import { readSiteName } from '#platform/owner/site'
import type { Services } from '#platform/services'
import { commit } from '#platform/writes/commit'
import { signedInAdministrator, confirmPassword, confirmWrite } from '#auth/account/confirmation'
import { adminOnly } from '#auth/admin-only'
import {
  acceptance,
  type Acceptance,
  confirmation,
  person,
  user,
  invitation,
  type Invitation,
  invitationInput,
  newInvitation,
} from '#auth/contract'
import { operations } from '#auth/operations'
import { passwordConfirmation } from '#auth/second-factor/contract'
import { operations as factorOperations } from '#auth/second-factor/operations'
import { resetSecondFactor } from '#auth/second-factor/reset-second-factor'
import { join, signIn } from '#auth/sign-in/sign-in'
import { addUser } from '#auth/store'
import { postNotice } from '#platform/mail/notice'
import { findInvitation, useInvitation, addInvitation, endInvitation, listInvitations } from './invitations'
import { isPerson, isRemovable, listPeople, removePerson } from './people'

/** Administrators, and invitations of new ones. */
export const peopleApi = (services: Services) =>
  new Elysia({ tags: ['People'] })
    .use(guests(services))
    .use(adminOnly(services)) // every route below this line needs a signed-in administrator
    .get('/users', () => listPeople(services.db), {
      response: { 200: z.array(person) },
      detail: operations.listUsers,
    })
    .delete(
      '/users/:id',
      async (context) => {
        const id = parseId(context.params.id, notFound('user'))
        const write = await confirmWrite(services, context, await isRemovable(services.db, id))
        return commit(
          services,
          write,
          {
            status: 204,
            event: (removed: { id: number; title: string }) => ({
              kind: 'user',
              action: 'deleted',
              activityActions: ['removed'],
              ...removed,
            }),
          },
          (tx) => removePerson(tx, id, signedInAdministrator(context.request).user.id),
        )
      },
      { body: confirmation, detail: operations.deleteUser },
    )
    .delete(
      '/users/:id/second-factor',
      async ({ params, request, body: { currentPassword } }) => {
        const actor = signedInAdministrator(request)
        const id = parseId(params.id, notFound('user'))
        if (id === actor.user.id) throw conflict('errors.ownFactor')
        if (!(await isPerson(services.db, id))) throw notFound('user')
        await confirmPassword(services, currentPassword, request)
        await resetSecondFactor(services, actor, id)
        return status(204, undefined)
      },
      { body: passwordConfirmation, detail: factorOperations.deleteUserSecondFactor },
    )
    .use(invitationsApi(services))

/**
 * A plugin of its own, because its body is read without a session. Has no Idempotency-Key: the response contains a
 * cookie.
 */
const guests = (services: Services) =>
  new Elysia().use(jsonBodies()).post(
    '/invitations/accept',
    async (context) => {
      const { request, body } = context
      const account = await accept(services, body, request)
      return context.status(201, await signIn(services, account, context))
    },
    { body: acceptance, response: { 201: user }, detail: operations.acceptInvitation },
  )

async function accept(services: Services, { token, ...account }: Acceptance, request: Request) {
  if (!(await findInvitation(services.db, token))) throw notFound('invitation')
  return join(services, request, account, async (tx, passwordHash) => {
    const { email } = await useInvitation(tx, token)
    return addUser(tx, { username: account.username, passwordHash, email })
  })
}

/** Creating, listing and deleting invitations. */
const invitationsApi = (services: Services) =>
  new Elysia()
    .use(adminOnly(services)) // every route below this line needs a signed-in administrator
    .get('/invitations', () => listInvitations(services.db), {
      response: { 200: z.array(invitation) },
      detail: operations.listInvitations,
    })
    .post(
      '/invitations',
      async (context) => {
        const { request } = context
        const write = await confirmWrite(services, context)
        const token = requestSecret(request, 'invitation')
        const url = (services.config.siteUrl ?? requestOrigin(request)) + href(invitationPath, { token })
        const { response } = await commit(
          services,
          write,
          {
            status: 201,
            event: ({ id, email }: Invitation) => ({
              kind: 'invitation',
              action: 'created',
              activityActions: ['invited'],
              id,
              title: email ?? '',
            }),
          },
          async (tx) => {
            const actor = requestActor(request)
            const language = write.body.language ?? (await readSettings(tx, services.config)).ownerLanguage
            const made = await addInvitation(tx, { token, email: write.body.email, language, actor })
            const name = actor.is === 'administrator' ? actor.user.username : await readSiteName(tx, services.config)
            if (made.email !== null && services.config.mail)
              await postNotice(tx, services.config, {
                kind: 'invitation',
                to: [made.email],
                about: `invitation:${made.id}`,
                group: 'invitation',
                language,
                values: { name },
                paragraphs: ['mail.invitation.text'],
                open: { label: 'mail.invitation.open', url },
              })
            return made
          },
        )
        return status(201, { ...response, url })
      },
      { body: invitationInput, response: { 201: newInvitation }, detail: operations.createInvitation },
    )
    .delete(
      '/invitations/:id',
      (context) => {
        const id = parseId(context.params.id, notFound('invitation'))
        return commit(
          services,
          context,
          {
            status: 204,
            event: () => ({ kind: 'invitation', action: 'deleted', id }),
          },
          (tx) => endInvitation(tx, id),
        )
      },
      { detail: operations.deleteInvitation },
    )
