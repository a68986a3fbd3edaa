import { ZodError } from 'zod'
import { HttpError } from '#contract/http-error'
import type { Services } from '#platform/services'
import { type ImportItem, markItem } from '../store'

const mostTries = 3
/** Milliseconds before the second try; twice that before the third. */
const pause = 50

/**
 * Makes one item. What keeps it out stands at the item, so that the others come; what keeps all of them out just now is
 * thrown.
 */
export async function attempt(
  services: Services,
  { id, title }: ImportItem,
  make: (isAgain: boolean) => Promise<void>,
): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await make(tries > 1)
    } catch (error) {
      if (services.stopping.aborted || isForAll(error)) throw error
      const why = whyOf(error)
      // Somebody may have come in between.
      if (tries < mostTries && (why === 'other' || (error instanceof HttpError && error.status === 409))) {
        await Bun.sleep(pause * tries)
        continue
      }
      if (why === 'other') services.log.warn('Something of an import could not be stored', { title, error })
      return markItem(services.db, id, { state: 'failed', why })
    }
  }
}

/** Of the site rather than of one record or file: whoever tries again later may have more luck. */
export const isForAll = (error: unknown): boolean => error instanceof HttpError && [503, 507].includes(error.status)

/** The fault of its one field, or what is wrong with all of it. */
export function whyOf(error: unknown): string {
  if (error instanceof ZodError) return named(error.issues[0]?.message ?? 'other')
  return error instanceof HttpError ? named(error.options.issues?.[0]?.message ?? error.messageId) : 'other'
}

const named = (message: string) => (message === 'validation.tooLong' ? 'tooLong' : message)
