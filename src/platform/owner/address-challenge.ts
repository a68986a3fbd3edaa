import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { invalid } from '#contract/http-error'
import type { MessageId } from '#i18n/messages'
import type { Database } from '#platform/db/database'
import {
  allowedNetwork,
  isOwnAddress,
  type Network,
  NoSuchName,
  NotPublic,
  requestPublic,
} from '#platform/http/public-network'
import type { Services } from '#platform/services'
import { siteAddress } from './table'
import { codeOf } from '#platform/start-error'
import { readLimited } from '#platform/http/bodies'

/** Followed by a random text, it answers with what only this site can make of it, under any host. */
const challengePath = '/.well-known/site-address/'

/** Milliseconds. */
const longest = 8000
const mostBytes = 1024

/** The answer to a challenge, at its path; undefined for other paths. */
export async function answerChallenge(db: Database, path: string): Promise<string | undefined> {
  const nonce = path.startsWith(challengePath) ? path.slice(challengePath.length) : ''
  if (!/^[\w-]{16,64}$/.test(nonce)) return undefined
  const key = await readKey(db)
  return key && answerOf(key, nonce)
}

/**
 * Throws 422 at `siteUrl` unless this site answers there. Private addresses are asked only where the owner's own
 * machine, or the address at which this request came, may be meant: `WEBHOOK_ALLOW` names others.
 */
export async function proveAddress(
  { db, config }: Pick<Services, 'db' | 'config'>,
  url: string,
  current: string,
  network: Network = allowedNetwork(config.webhookAllow),
): Promise<void> {
  const nonce = crypto.randomUUID()
  const expected = answerOf(await ensureKey(db), nonce)
  const asked = new URL(`${challengePath}${nonce}`, url)
  const port = Number(asked.port || (asked.protocol === 'https:' ? 443 : 80))
  const isSameHost = asked.hostname === new URL(current).hostname
  const isOwnPort = [config.port, Number(new URL(current).port)].includes(port)
  const allowed: Network = {
    ...network,
    isPublic: (address) => network.isPublic(address) || isSameHost || (isOwnPort && isOwnAddress(address)),
  }
  let answer: IncomingMessage
  try {
    const signal = AbortSignal.timeout(longest)
    answer = await requestPublic(asked, { method: 'GET', headers: {}, signal, network: allowed })
  } catch (error) {
    throw fault(reasonOf(error))
  }
  const status = answer.statusCode ?? 0
  const text = await readLimited(answer, mostBytes).then(
    (bytes) => bytes.toString().trim(),
    () => '',
  )
  if (status >= 300 && status < 400) throw fault('validation.addressRedirects')
  if (status !== 200 || !isEqual(text, expected)) throw fault('validation.addressOther')
}

function reasonOf(error: unknown): MessageId {
  if (error instanceof NotPublic) return 'validation.addressPrivate'
  if (error instanceof NoSuchName) return 'validation.addressUnknown'
  return /CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO/.test(codeOf(error))
    ? 'validation.addressCertificate'
    : 'validation.addressSilent'
}

const answerOf = (key: string, nonce: string) => createHmac('sha256', key).update(nonce).digest('base64url')

const isEqual = (given: string, expected: string) =>
  given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected))

async function readKey(db: Database): Promise<string | undefined> {
  const [row] = await db.select({ key: siteAddress.challengeKey }).from(siteAddress)
  return row?.key
}

async function ensureKey(db: Database): Promise<string> {
  await db.insert(siteAddress).values({ id: 1 }).onConflictDoNothing()
  return (await readKey(db))!
}

const fault = (message: MessageId) => invalid([{ path: 'siteUrl', message }])
