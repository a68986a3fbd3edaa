import { ZodError } from 'zod'
import { HttpError } from '#contract/http-error'
import type { Services } from '#platform/services'
import { type ImportItem, markItem } from '../store'

const mostTries = 3
/** Milliseconds before the second attempt; doubled before the third. */
const pause = 50

/**
 * Creates one item, with retries. An error of the item is stored with it, so that the others continue; an error that
 * affects all of them is thrown.
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
      // There may have been a concurrent change.
      if (tries < mostTries && (why === 'other' || (error instanceof HttpError && error.status === 409))) {
        await Bun.sleep(pause * tries)
        continue
      }
      if (why === 'other') services.log.warn('An item of an import could not be stored', { title, error })
      return markItem(services.db, id, { state: 'failed', why })
    }
  }
}

/** Whether an error affects the whole site instead of one item: a later retry may succeed. */
export const isForAll = (error: unknown): boolean => error instanceof HttpError && [503, 507].includes(error.status)

/** The error of its only invalid field, or of the whole. */
export function whyOf(error: unknown): string {
  if (error instanceof ZodError) return named(error.issues[0]?.message ?? 'other')
  return error instanceof HttpError ? named(error.options.issues?.[0]?.message ?? error.messageId) : 'other'
}

const named = (message: string) => (message === 'validation.tooLong' ? 'tooLong' : message)
