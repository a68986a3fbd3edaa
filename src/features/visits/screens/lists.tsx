import { useId } from 'react'
import { Button } from 'react-aria-components'
import { deviceKinds, type VisitStatistics } from '../contract'
import { languages } from '#i18n/language'
import { useText } from '#i18n/i18n'
import { usePageLanguage } from '#i18n/language-atom'
import { RankedList, type RankedListProps } from './ranked-list'

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
    <Button className="visits-open" onPress={() => onPage(path)} aria-label={t('visits.only', { path })}>
      {path}
    </Button>
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
