import { longDate } from './calendar-day'
import { useText } from './i18n'

/** A day in the long format of the page's language; nothing for an invalid date. */
export function LongDate({ iso }: { iso: string }) {
  const t = useText()
  if (Number.isNaN(Date.parse(iso))) return null
  return <time dateTime={iso}>{longDate(iso, t)}</time>
}
