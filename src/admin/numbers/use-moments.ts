import { useAtomValue } from 'jotai'
import { useMemo } from 'react'
import type { VisitMoment } from '#features/numbers/contract'
import { useText } from '#i18n/i18n'
import { languageAtom } from '#i18n/language-atom'

/** How days and months are written: those of UTC. */
export function useMoments() {
  const t = useText()
  const language = useAtomValue(languageAtom)
  return useMemo(() => {
    const format = (options: Intl.DateTimeFormatOptions) =>
      new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' })
    const [day, month] = [format({ month: 'short', day: 'numeric' }), format({ month: 'short', year: '2-digit' })]
    const [wholeDay, wholeMonth] = [format({ dateStyle: 'full' }), format({ month: 'long', year: 'numeric' })]
    const number = new Intl.NumberFormat(language)
    const isMonth = (date: string) => date.length === 7
    const shortName = (date: string) => (isMonth(date) ? month : day).format(new Date(date))
    const name = (date: string) => (isMonth(date) ? wholeMonth : wholeDay).format(new Date(date))
    const tell = ({ date, views, visitors }: VisitMoment) =>
      t('numbers.told', { date: name(date), views: number.format(views), visitors: number.format(visitors) })
    return { shortName, name, tell }
  }, [t, language])
}
