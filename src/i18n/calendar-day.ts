import type { Translate } from './i18n'

let toSiteClock = (iso: string) => new Date(iso)

/** The function that makes a date whose UTC parts are those of the site's clock. */
export function setSiteClock(made: typeof toSiteClock): void {
  toSiteClock = made
}

/**
 * `April 5, 2024`, `5 de abril de 2024`: the day on the site's clock (`site-zone.ts`), by default in UTC, so that server and
 * browser agree. Uses a message, because the first `Intl` format of a page takes a tenth of a second on a slow phone.
 */
export function longDate(iso: string, t: Translate): string {
  const date = toSiteClock(iso)
  return t('date.long', { day: date.getUTCDate(), month: date.getUTCMonth() + 1, year: String(date.getUTCFullYear()) })
}
