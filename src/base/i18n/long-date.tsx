import { useAtomValue } from 'jotai'
import { longDate } from './dates'
import { languageAtom } from './language'

/** A day in the long format of the page's language; nothing for what is no date. */
export function LongDate({ iso }: { iso: string }) {
  const language = useAtomValue(languageAtom)
  if (Number.isNaN(Date.parse(iso))) return null
  return <time dateTime={iso}>{longDate(iso, language)}</time>
}
