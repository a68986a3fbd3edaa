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
import { readSiteName, readLetterhead } from '#platform/owner/site'
import type { Services } from '#platform/services'
import { commit, commitAs } from '#platform/writes/commit'
import { signedInAdministrator, confirmPassword, confirmWrite } from '#auth/account/confirmation'
import { adminOnly } from '#auth/admin-only'
import {
  acceptance,
  type Acceptance,
  confirmation,
  person,
  type User,
  user,
  invitation,
  type Invitation,
  invitationInput,
  type InvitationInput,
  newInvitation,
} from '#auth/contract'
import { operations } from '#auth/operations'
import type { Passwords } from '#auth/passwords/passwords'
import { refuseGuessable } from '#auth/passwords/password-rules'
import { passwordConfirmation } from '#auth/second-factor/contract'
import { operations as factorOperations } from '#auth/second-factor/operations'
import { resetSecondFactor } from '#auth/second-factor/reset-second-factor'
import { signIn } from '#auth/sign-in/sign-in'
import { addUser } from '#auth/store'
import type { Config } from '#platform/config'
import type { Transaction } from '#platform/events/events'
import type { Language } from '#i18n/language'
import { translate } from '#i18n/translate'
import { composeMail } from '#platform/mail/compose-mail'
import { post } from '#platform/mail/outbox'
import { checkInvitation, useInvitation, addInvitation, endInvitation, listInvitations } from './invitations'
import { isPerson, isRemovable, listPeople, removePerson } from './people'
import { sourceOf } from '#auth/identify'

/** Administrators, and invitations of new ones. */
export const peopleApi = (services: Services, passwords: Passwords) =>
  new Elysia({ tags: ['People'] })
    .use(guests(services, passwords))
    .use(adminOnly(services)) // every route below this line needs a signed-in administrator
    .get('/users', () => listPeople(services.db), {
      response: { 200: z.array(person) },
      detail: operations.listUsers,
    })
    .delete(
      '/users/:id',
      async (context) => {
        const id = parseId(context.params.id, notFound('user'))
        const write = await confirmWrite(services, passwords, context, await isRemovable(services.db, id))
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
        await confirmPassword(services, passwords, currentPassword, request)
        await resetSecondFactor(services, actor, id)
        return status(204, undefined)
      },
      { body: passwordConfirmation, detail: factorOperations.deleteUserSecondFactor },
    )
    .use(invitationsApi(services, passwords))

/**
 * A plugin of its own, because its body is read without a session. Has no Idempotency-Key: the response contains a
 * cookie.
 */
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

/** Creating, listing and deleting invitations. */
const invitationsApi = (services: Services, passwords: Passwords) =>
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
        const write = await confirmWrite<InvitationInput, typeof context>(services, passwords, context)
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
            const by = actor.is === 'administrator' ? actor.user.username : await readSiteName(tx, services.config)
            if (made.email !== null && services.config.mail)
              await sendInvitation(tx, services.config, { id: made.id, to: made.email, url, by, language })
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

/** Mails the link of an invitation. */
async function sendInvitation(
  tx: Transaction,
  config: Config,
  { id, to, url, by, language }: { id: number; to: string; url: string; by: string; language: Language },
): Promise<void> {
  const { site, look } = await readLetterhead(tx, config)
  await post(tx, config, {
    kind: 'invitation',
    to: [to],
    about: `invitation:${id}`,
    letter: composeMail({
      language,
      site,
      look,
      subject: translate(language, 'mail.invitation.subject', { site }),
      title: translate(language, 'mail.invitation.title', { site }),
      paragraphs: [translate(language, 'mail.invitation.text', { name: by, site })],
      action: { label: translate(language, 'mail.invitation.open'), url },
      foot: translate(language, 'mail.invitation.foot'),
    }),
  })
}
