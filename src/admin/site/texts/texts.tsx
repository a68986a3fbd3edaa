import { useSuspenseQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { UserRegion } from '#auth/sessions/user-region'
import type { SiteText } from '#features/site-texts/contract'
import { siteTextsQuery } from '#features/site-texts/queries'
import { useText } from '#i18n/i18n'
import { folded } from '#text/fold'
import { SearchBox } from '#ui/controls/fields/search-box'
import { Switch } from '#ui/controls/fields/switch'
import { loadFailed } from '#ui/controls/states/load-failed'
import { NothingFound } from '#ui/controls/states/nothing-found'
import { TableSkeleton } from '#ui/controls/tables/table-skeleton'
import { OneText } from './one-text'
import { groupsOf } from './text-groups'

/** Every text of the public screens that is no content: found by its words, put in others, and taken back. */
export function SiteTexts() {
  const t = useText()
  return (
    <UserRegion loading={<TableSkeleton label={t('site.texts.loading')} />} failed={loadFailed('site.texts.failed')}>
      <Texts />
    </UserRegion>
  )
}

function Texts() {
  const t = useText()
  const { data: texts } = useSuspenseQuery(siteTextsQuery())
  const [q, setQ] = useState('')
  const [isOwnOnly, setIsOwnOnly] = useState(false)
  const own = texts.filter(isOwn)
  const found = (isOwnOnly ? own : texts).filter((text) => holds(text, q))
  return (
    <div className="site-fields">
      <p className="kit-note">{t('site.texts.intro')}</p>
      <div className="site-texts-tools">
        <SearchBox label={t('site.texts.search')} value={q} onChange={setQ} />
        <Switch isSelected={isOwnOnly} onChange={setIsOwnOnly}>
          {t('site.texts.ownOnly', { count: own.length })}
        </Switch>
      </div>
      <output className="kit-hidden">{t('site.texts.found', { count: found.length })}</output>
      <NothingFound words={found.length === 0 && q !== '' ? q : undefined} onClear={() => setQ('')} />
      {groupsOf(found).map(({ group, texts: some }) => (
        <Group key={group} group={group} texts={some} />
      ))}
    </div>
  )
}

function Group({ group, texts }: { group: string; texts: readonly SiteText[] }) {
  const t = useText()
  const id = useId()
  return (
    <section className="site-text-group" aria-labelledby={id}>
      <h2 id={id}>{t(`site.texts.group.${group}` as 'site.texts.group.other')}</h2>
      <ul>
        {texts.map((text) => (
          <OneText key={text.key} text={text} />
        ))}
      </ul>
    </section>
  )
}

const isOwn = ({ values }: SiteText) => Object.values(values).some((value) => value !== null)

function holds({ key, defaults, values }: SiteText, q: string): boolean {
  const text = folded([key, ...Object.values(defaults), ...Object.values(values)].join(' '))
  return folded(q)
    .split(/\s+/)
    .every((word) => text.includes(word))
}
