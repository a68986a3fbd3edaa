import { useMemo } from 'react'
import type { VisitMoment } from '../contract'
import { useText } from '#i18n/i18n'
import { usePageLanguage } from '#i18n/language-atom'

/** Formats days and months in UTC. */
export function useMoments() {
  const t = useText()
  const language = usePageLanguage()
  return useMemo(() => {
    const format = (options: Intl.DateTimeFormatOptions) =>
      new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' })
    const [day, month] = [format({ month: 'short', day: 'numeric' }), format({ month: 'short', year: '2-digit' })]
    const [wholeDay, wholeMonth] = [format({ dateStyle: 'full' }), format({ month: 'long', year: 'numeric' })]
    const naming = (ofDay: Intl.DateTimeFormat, ofMonth: Intl.DateTimeFormat) => (date: string) =>
      (date.length === 7 ? ofMonth : ofDay).format(new Date(date))
    const name = naming(wholeDay, wholeMonth)
    const describe = ({ date, ...counts }: VisitMoment, nameOf = name) =>
      t('visits.told', { date: nameOf(date), ...counts })
    return {
      name,
      shortName: naming(day, month),
      /** Short enough for one line of a phone. */
      briefName: naming(format({ weekday: 'short', month: 'short', day: 'numeric' }), wholeMonth),
      describe,
    }
  }, [t, language])
}
