import type { Translate } from './i18n'
import { onSiteClock } from './site-zone'

/**
 * `April 5, 2024`, `5 de abril de 2024`: the day on the site's clock, so that server and browser agree. Uses a message, because the
 * first `Intl` format of a page takes a tenth of a second on a slow phone.
 */
export function longDate(iso: string, t: Translate): string {
  const date = onSiteClock(iso)
  return t('date.long', { day: date.getUTCDate(), month: date.getUTCMonth() + 1, year: String(date.getUTCFullYear()) })
}
