import type { Services } from '#platform/services'
import { addressGroup, countHit } from './throttle'

const limits = [
  { hits: 5, seconds: 60 },
  { hits: 30, seconds: 3600 },
]

/** Counts one sign-up or message of an address; throws 429 over the limit. */
export async function countSubmission({ config, db }: Pick<Services, 'config' | 'db'>, address: string): Promise<void> {
  if (config.throttle) await countHit(db, { kind: 'form-address', subject: addressGroup(address), limits })
}
