import { dateTime, mediumDate, relativeTime, shortDate } from './dates'
import { usePageLanguage } from './language-atom'

/** Date and time, for the admin. */
export function DateTime({ at }: { at: string }) {
  return <time dateTime={at}>{dateTime(at, usePageLanguage())}</time>
}

/** The day, for lists of the admin. */
export function MediumDate({ at }: { at: string }) {
  return <time dateTime={at}>{mediumDate(at, usePageLanguage())}</time>
}

/** How long ago it was, with date and time as a hint. */
export function RelativeTime({ at }: { at: string }) {
  const language = usePageLanguage()
  return (
    <time dateTime={at} title={dateTime(at, language)}>
      {relativeTime(at, language)}
    </time>
  )
}

/** The day, or the time of today, with date and time as a hint. */
export function ShortDate({ at }: { at: string }) {
  const language = usePageLanguage()
  return (
    <time dateTime={at} title={dateTime(at, language)}>
      {shortDate(at, language)}
    </time>
  )
}
