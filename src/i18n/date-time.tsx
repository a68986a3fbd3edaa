import { dateTime } from './dates'
import { usePageLanguage } from './language-atom'

/** Date and time, for the admin. */
export function DateTime({ at }: { at: string }) {
  return <time dateTime={at}>{dateTime(at, usePageLanguage())}</time>
}
