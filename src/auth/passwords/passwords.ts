import pLimit from 'p-limit'
import { HttpError } from '#contract/http-error'

/** OWASP's minimum for argon2id. */
const costs = { algorithm: 'argon2id', memoryCost: 19_456, timeCost: 2 } as const

/**
 * The hash of a random password that nobody knows: verified for an unknown name, so that it takes as long as a wrong
 * password.
 */
const nobodysHash =
  '$argon2id$v=19$m=19456,t=2,p=1$D7KQZzY/ZLZHHMIlUFb+Pkb8G5XZIE35ZJ1OkPKkznI$hRLfzowupL025dznfJ7CpYyQ+dHKFeaTZRwJMEQnAfE'

/**
 * Whether a hash is verified in no more than a few times the usual time and memory: the costs are part of the hash, and
 * that of a restored account may name any.
 */
export function isAffordable(hash: string): boolean {
  const [, memory, time, lanes] = /^\$argon2\w*\$v=\d+\$m=(\d+),t=(\d+),p=(\d+)\$/.exec(hash) ?? []
  if (memory === undefined) return !hash.startsWith('$')
  return Number(memory) <= 16 * costs.memoryCost && Number(time) <= 8 * costs.timeCost && Number(lanes) <= 8
}

const limit = pLimit(2)
const mostWaiting = 50

/** Two at a time in a process; throws 503 when the short queue is full. */
async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (limit.pendingCount >= mostWaiting) throw new HttpError(503, 'errors.busy', { headers: { 'Retry-After': '2' } })
  return limit(work)
}

export const hashPassword = (password: string): Promise<string> =>
  inTurn(() => Bun.password.hash(password.normalize('NFC'), costs))

/** Without a `hash` (unknown user) it takes as long and is false. */
export const verifyPassword = (password: string, hash: string | undefined): Promise<boolean> =>
  inTurn(async () => {
    const isUsable = hash !== undefined && hash.startsWith('$') && isAffordable(hash)
    const fits = await Bun.password.verify(password.normalize('NFC'), isUsable ? hash : nobodysHash)
    return fits && isUsable
  })
