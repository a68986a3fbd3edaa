import { type DateOrder, isDayFirst, orderOf, toUtcInOrder } from '../reading/numeric-date'
import { writtenLanguage } from '../reading/written-language'
import { isLanguage } from '#i18n/language'

/** The dates of a column, whose numbers are read in the order that the other rows show. */
export type Dates = {
  /** Counts a date before any is read. */
  see(written: string, language: string): void
  /** How many dates could have either order, without any other date of the column that shows it. */
  guessed(): number
  read(written: string, language: string): string | null
}

/**
 * Dates such as 06/05/2024 have the day first in Spanish. In English they are read as those with a day above 12 show:
 * of the same language, or else of the whole column, or else with the month first.
 */
export function createDates(): Dates {
  const shown = new Map<string, Set<DateOrder>>()
  const ambiguous = new Map<string, number>()
  const orderIn = (language: string): DateOrder | undefined => {
    const orders = shown.get(language)
    return orders?.size === 1 ? [...orders][0] : undefined
  }
  const inColumn = (): DateOrder | undefined => {
    const orders = new Set([...shown.values()].flatMap((some) => [...some]))
    return orders.size === 1 ? [...orders][0] : undefined
  }
  const keyOf = (language: string) => writtenLanguage(language) ?? ''
  const knownOrder = (key: string) => orderIn(key) ?? (isLanguage(key) && isDayFirst(key) ? 'day' : inColumn())
  return {
    see(written, language) {
      const [key, order] = [keyOf(language), orderOf(written)]
      if (order === 'either') ambiguous.set(key, (ambiguous.get(key) ?? 0) + 1)
      else if (order !== undefined) shown.set(key, (shown.get(key) ?? new Set()).add(order))
    },
    guessed: () => [...ambiguous].reduce((sum, [key, count]) => sum + (knownOrder(key) === undefined ? count : 0), 0),
    read: (written, language) => toUtcInOrder(written, knownOrder(keyOf(language)) ?? 'month'),
  }
}
