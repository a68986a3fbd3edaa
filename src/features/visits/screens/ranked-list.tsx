import { type ReactNode, useId, useState } from 'react'
import { otherKey, type VisitEntry } from '../contract'
import { useText } from '#i18n/i18n'
import { usePageLanguage } from '#i18n/language-atom'
import { Button } from '#ui/controls/buttons/button'

export type RankedListProps = {
  title: string
  entries: readonly VisitEntry[]
  /** Renders a key; `other` is rendered by the list itself. */
  render?: (key: string) => ReactNode
}

const usuallyShown = 8

/** A table with a bar for each row's share. */
export function RankedList({ title, entries, render = (key) => key }: RankedListProps) {
  const t = useText()
  const id = useId()
  const [isWhole, setIsWhole] = useState(false)
  const number = new Intl.NumberFormat(usePageLanguage())
  const most = Math.max(1, ...entries.map(({ views }) => views))
  const shown = isWhole ? entries : entries.slice(0, usuallyShown)
  return (
    <section className="admin-panel visits-list" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <table className="visits-table" aria-labelledby={id}>
        <thead>
          <tr>
            <th scope="col">
              <span className="kit-hidden">{title}</span>
            </th>
            <th scope="col">{t('visits.views')}</th>
            <th scope="col">{t('visits.visitors')}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ key, views, visitors }) => (
            <tr key={key}>
              <th scope="row">
                <svg className="visits-bar" aria-hidden="true">
                  <rect width={`${(views / most) * 100}%`} height="100%" />
                </svg>
                <span>{key === otherKey ? t('visits.other') : render(key)}</span>
              </th>
              <td>{number.format(views)}</td>
              <td>{number.format(visitors)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {entries.length > usuallyShown && (
        <Button variant="quiet" aria-expanded={isWhole} onPress={() => setIsWhole(!isWhole)}>
          {isWhole ? t('visits.less') : t('visits.all', { count: entries.length })}
        </Button>
      )}
    </section>
  )
}
