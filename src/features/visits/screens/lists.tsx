import { useId } from 'react'
import { Button } from 'react-aria-components'
import { deviceKinds, type Numbers } from '../contract'
import { languages } from '#i18n/language'
import { useText } from '#i18n/i18n'
import { usePageLanguage } from '#i18n/language-atom'
import { RankedList, type RankedListProps } from './ranked-list'

type ListsProps = { numbers: Numbers; hasPages: boolean; onPage: (path: string) => void }

/** What visitors saw, where they came from, what they searched for and with what; empty lists are named below. */
export function Lists({ numbers, hasPages, onPage }: ListsProps) {
  const t = useText()
  const id = useId()
  const names = new Intl.DisplayNames(usePageLanguage(), { type: 'language' })
  const device = (key: string) => {
    const kind = deviceKinds.find((one) => one === key)
    return kind ? t(`numbers.device.${kind}`) : key
  }
  const page = (path: string) => (
    <Button className="numbers-open" onPress={() => onPage(path)} aria-label={t('numbers.only', { path })}>
      {path}
    </Button>
  )
  const language = (key: string) => (languages.some((one) => one === key) ? names.of(key) : key)
  const pages = { title: t('numbers.pages'), entries: numbers.pages, render: page, empty: t('numbers.none') }
  const lists: (RankedListProps & { empty: string })[] = [
    ...(hasPages ? [pages] : []),
    { title: t('numbers.referrers'), entries: numbers.referrers, empty: t('numbers.noReferrers') },
    { title: t('numbers.searches'), entries: numbers.searches, empty: t('numbers.noSearches') },
    { title: t('numbers.campaigns'), entries: numbers.campaigns, empty: t('numbers.noCampaigns') },
    { title: t('numbers.devices'), entries: numbers.devices, render: device, empty: t('numbers.none') },
    { title: t('numbers.languages'), entries: numbers.languages, render: language, empty: t('numbers.none') },
  ]
  const full = lists.filter(({ entries }) => entries.length > 0)
  const empty = lists.filter(({ entries }) => entries.length === 0)
  return (
    <div className="numbers-lists">
      {full.map(({ title, entries, render }) => (
        <RankedList key={title} title={title} entries={entries} render={render} />
      ))}
      {empty.length > 0 && (
        <section className="admin-panel" aria-labelledby={id}>
          <h2 id={id}>{t('numbers.notYet')}</h2>
          <dl className="numbers-empty">
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
