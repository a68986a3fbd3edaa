import { useId, type ReactNode, useState } from 'react'
import { Button as PlainButton } from 'react-aria-components'
import { deviceKinds, type VisitStatistics, otherKey, type VisitEntry } from '../contract'
import { languages } from '#i18n/language'
import { useText } from '#i18n/i18n'
import { usePageLanguage } from '#i18n/language-atom'
import { Button } from '#ui/controls/buttons/button'

type ListsProps = { visits: VisitStatistics; hasPages: boolean; onPage: (path: string) => void }

/** What visitors saw, where they came from, what they searched for and with what; empty lists are named below. */
export function Lists({ visits, hasPages, onPage }: ListsProps) {
  const t = useText()
  const id = useId()
  const names = new Intl.DisplayNames(usePageLanguage(), { type: 'language' })
  const device = (key: string) => {
    const kind = deviceKinds.find((one) => one === key)
    return kind ? t(`visits.device.${kind}`) : key
  }
  const page = (path: string) => (
    <PlainButton className="visits-open" onPress={() => onPage(path)} aria-label={t('visits.only', { path })}>
      {path}
    </PlainButton>
  )
  const language = (key: string) => (languages.some((one) => one === key) ? names.of(key) : key)
  const pages = { title: t('visits.pages'), entries: visits.pages, render: page, empty: t('visits.none') }
  const lists: (RankedListProps & { empty: string })[] = [
    ...(hasPages ? [pages] : []),
    { title: t('visits.referrers'), entries: visits.referrers, empty: t('visits.noReferrers') },
    { title: t('visits.searches'), entries: visits.searches, empty: t('visits.noSearches') },
    { title: t('visits.campaigns'), entries: visits.campaigns, empty: t('visits.noCampaigns') },
    { title: t('visits.devices'), entries: visits.devices, render: device, empty: t('visits.none') },
    { title: t('visits.languages'), entries: visits.languages, render: language, empty: t('visits.none') },
  ]
  const full = lists.filter(({ entries }) => entries.length > 0)
  const empty = lists.filter(({ entries }) => entries.length === 0)
  return (
    <div className="visits-lists">
      {full.map(({ title, entries, render }) => (
        <RankedList key={title} title={title} entries={entries} render={render} />
      ))}
      {empty.length > 0 && (
        <section className="admin-panel" aria-labelledby={id}>
          <h2 id={id}>{t('visits.notYet')}</h2>
          <dl className="visits-empty">
            {empty.map((list) => (
              <div key={list.title}>
                <dt>{list.title}</dt>
                <dd>{list.empty}</dd>
              </div>
            ))}
          </dl>
        </section>
      )}
    </div>
  )
}

type RankedListProps = {
  title: string
  entries: readonly VisitEntry[]
  /** Renders a key; `other` is rendered by the list itself. */
  render?: (key: string) => ReactNode
}

const usuallyShown = 8

/** A table with a bar for each row's share. */
function RankedList({ title, entries, render = (key) => key }: RankedListProps) {
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
