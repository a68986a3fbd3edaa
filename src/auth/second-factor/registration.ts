import { conflict, invalid } from '#contract/http-error'
import { readSiteName } from '#platform/owner/site'
import type { Services } from '#platform/services'
import type { User } from '#auth/contract'
import { openChallenge, useChallenge } from './challenges'
import { listKeys, userHandle } from './passkeys'
import { creationOptionsFor, type StoredPasskey, readChallenge, relyingParty, verifyRegistration } from './webauthn'

/** The browser's options to create a passkey. Throws 409 where the site has no host name. */
export async function startRegistration({ db, config }: Services, { id, username }: User, request: Request) {
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
export async function readRegistration(
  { db, config }: Services,
  { userId, credential, request }: Shown,
): Promise<StoredPasskey> {
  const party = relyingParty(config, request)
  const challenge = readChallenge(credential) ?? ''
  const isAsked = await useChallenge(db, { challenge, purpose: 'registration', userId })
  const key = party && isAsked ? await verifyRegistration(credential, { party, challenge }) : undefined
  if (!key) throw invalid([{ path: 'credential', message: 'errors.passkeyInvalid' }])
  return key
}
