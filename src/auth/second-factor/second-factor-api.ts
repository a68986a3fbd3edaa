import { Elysia } from 'elysia'
import { notFound, conflict, invalid } from '#contract/http-error'
import type { ActivityAction } from '#platform/events/events'
import { parseId } from '#platform/http/parameters'
import { readSiteName } from '#platform/owner/site'
import type { Services } from '#platform/services'
import { commit, commitAs } from '#platform/writes/commit'
import { countProof, signedInAdministrator, confirmPassword } from '#auth/account/confirmation'
import { adminOnly } from '#auth/admin-only'
import type { User } from '#auth/contract'
import { aboutUser } from '#auth/store'
import {
  confirmedTotp,
  creationOptions,
  newPasskey,
  newRecoveryCodes,
  passkey,
  passkeyInput,
  passkeyName,
  passwordConfirmation,
  secondFactor,
  totpCode,
  totpSetup,
} from './contract'
import { addFactor, readSecondFactor, removeFactor, renewRecoveryCodes } from './factors'
import { operations } from './operations'
import { addPasskey, removePasskey, renamePasskey, requirePasskey, listKeys, userHandle } from './passkeys'
import { confirmTotp, removeTotp, startTotp } from './totp'
import { openChallenge, useChallenge } from './challenges'
import { creationOptionsFor, type StoredPasskey, readChallenge, relyingParty, verifyRegistration } from './webauthn'

type Context = { request: Request; body: { currentPassword: string } }

/**
 * The signed-in person's second factors. Routes that take a password or return a secret have no Idempotency-Key: these
 * are stored only as hashes.
 */
export const secondFactorApi = (services: Services) =>
  new Elysia({ prefix: '/account', tags: ['Account'] })
    .use(adminOnly(services, { withoutFactor: true })) // every route below this line needs a signed-in administrator
    .get('/second-factor', ({ request }) => readSecondFactor(services.db, signedInAdministrator(request).user.id), {
      response: { 200: secondFactor },
      detail: operations.getSecondFactor,
    })
    .post(
      '/recovery-codes',
      async (context) => {
        const { user } = await confirmed(services, context)
        const recoveryCodes = await commitAs(
          services,
          signedInAdministrator(context.request),
          factorEvent(user, 'recovery-codes-made'),
          (tx) => renewRecoveryCodes(tx, user.id),
        )
        return context.status(201, { recoveryCodes })
      },
      { body: passwordConfirmation, response: { 201: newRecoveryCodes }, detail: operations.regenerateRecoveryCodes },
    )
    .use(totpRoutes(services))
    .use(passkeyRoutes(services))

const totpRoutes = (services: Services) =>
  new Elysia({ prefix: '/totp' })
    .use(adminOnly(services, { withoutFactor: true }))
    .post(
      '',
      async (context) => {
        const actor = await confirmed(services, context)
        const issuer = await readSiteName(services.db, services.config)
        const setup = await commitAs(services, actor, factorEvent(actor.user, 'factor-begun'), (tx) =>
          startTotp(tx, actor.user, issuer),
        )
        return context.status(201, setup)
      },
      { body: passwordConfirmation, response: { 201: totpSetup }, detail: operations.setUpTotp },
    )
    .post(
      '/confirm',
      async ({ request, body: { code } }) => {
        const actor = signedInAdministrator(request)
        const { id } = actor.user
        const { recoveryCodes } = await countProof(services, request, () =>
          commitAs(services, actor, factorEvent(actor.user, 'factor-added'), (tx) =>
            addFactor(tx, id, () => confirmTotp(tx, id, code)),
          ),
        )
        return { ...(await readSecondFactor(services.db, id)), ...(recoveryCodes && { recoveryCodes }) }
      },
      { body: totpCode, response: { 200: confirmedTotp }, detail: operations.confirmTotp },
    )
    .delete(
      '',
      async (context) => {
        const { user } = await confirmed(services, context)
        await removing(services, context.request, (tx) => removeTotp(tx, user.id))
        return context.status(204, undefined)
      },
      { body: passwordConfirmation, detail: operations.deleteTotp },
    )

const passkeyRoutes = (services: Services) =>
  new Elysia({ prefix: '/passkeys' })
    .use(adminOnly(services, { withoutFactor: true }))
    .post(
      '/options',
      async (context) => {
        const { user } = await confirmed(services, context)
        return startRegistration(services, user, context.request)
      },
      { body: passwordConfirmation, response: { 200: creationOptions }, detail: operations.createPasskeyOptions },
    )
    .post(
      '',
      async ({ request, body: { name, credential }, status }) => {
        const actor = signedInAdministrator(request)
        const { id } = actor.user
        const key = await readRegistration(services, { userId: id, credential, request })
        const { added, recoveryCodes } = await commitAs(
          services,
          actor,
          factorEvent(actor.user, 'factor-added'),
          (tx) => addFactor(tx, id, () => addPasskey(tx, id, name, key)),
        )
        return status(201, { ...added, ...(recoveryCodes && { recoveryCodes }) })
      },
      { body: passkeyInput, response: { 201: newPasskey }, detail: operations.createPasskey },
    )
    .put(
      '/:id',
      (context) => {
        const { user } = signedInAdministrator(context.request)
        const id = parseId(context.params.id, notFound('passkey'))
        return commit(services, context, { status: 200, event: factorEvent(user, 'factor-renamed') }, (tx) =>
          renamePasskey(tx, user.id, id, context.body.name),
        )
      },
      { body: passkeyName, response: { 200: passkey }, detail: operations.renamePasskey },
    )
    .delete(
      '/:id',
      async (context) => {
        const id = parseId(context.params.id, notFound('passkey'))
        const { user } = signedInAdministrator(context.request)
        await requirePasskey(services.db, user.id, id)
        await confirmed(services, context)
        await removing(services, context.request, (tx) => removePasskey(tx, user.id, id))
        return context.status(204, undefined)
      },
      { body: passwordConfirmation, detail: operations.deletePasskey },
    )

/** The signed-in administrator, after checking the current password. */
async function confirmed(services: Services, { request, body }: Context) {
  await confirmPassword(services, body.currentPassword, request)
  return signedInAdministrator(request)
}

const removing = (services: Services, request: Request, remove: Parameters<typeof removeFactor>[2]) => {
  const actor = signedInAdministrator(request)
  const { requireSecondFactor: isRequired } = services.config
  return commitAs(services, actor, factorEvent(actor.user, 'factor-removed'), (tx) =>
    removeFactor(tx, { userId: actor.user.id, isRequired }, remove),
  )
}

const factorEvent = (user: User, action: ActivityAction) => () => aboutUser(action)(user)

/** The browser's options to create a passkey. Throws 409 where the site has no host name. */
async function startRegistration({ db, config }: Services, { id, username }: User, request: Request) {
  const party = relyingParty(config, request)
  if (!party) throw conflict('errors.noHost')
  const options = await creationOptionsFor({
    party,
    siteName: await readSiteName(db, config),
    challenge: await openChallenge(db, 'registration', id),
    user: { username, handle: await userHandle(db, id) },
    known: await listKeys(db, id),
  })
  return { ...options }
}

type Shown = { userId: number; credential: unknown; request: Request }

/** Verifies the key that the browser created; the challenge is consumed even on failure. Throws 422. */
async function readRegistration(
  { db, config }: Services,
  { userId, credential, request }: Shown,
): Promise<StoredPasskey> {
  const party = relyingParty(config, request)
  const challenge = readChallenge(credential) ?? ''
  const isChallengeValid = await useChallenge(db, { challenge, purpose: 'registration', userId })
  const key = party && isChallengeValid ? await verifyRegistration(credential, { party, challenge }) : undefined
  if (!key) throw invalid([{ path: 'credential', message: 'errors.passkeyInvalid' }])
  return key
}
