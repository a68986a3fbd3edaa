import { useAtomValue } from 'jotai'
import { Button } from 'react-aria-components'
import { deviceKinds, type Numbers } from '#features/numbers/contract'
import { languages } from '#i18n/language'
import { useText } from '#i18n/i18n'
import { languageAtom } from '#i18n/language-atom'
import { RankedList } from './ranked-list'

type ListsProps = { numbers: Numbers; hasPages: boolean; onPage: (path: string) => void }

/** What was seen, where visitors came from, what they looked for and with what. */
export function Lists({ numbers, hasPages, onPage }: ListsProps) {
  const t = useText()
  const names = new Intl.DisplayNames(useAtomValue(languageAtom), { type: 'language' })
  const device = (key: string) => {
    const kind = deviceKinds.find((one) => one === key)
    return kind ? t(`numbers.device.${kind}`) : key
  }
  return (
    <div className="numbers-lists">
      {hasPages && (
        <RankedList
          title={t('numbers.pages')}
          entries={numbers.pages}
          empty={t('numbers.none')}
          render={(path) => (
            <Button className="numbers-open" onPress={() => onPage(path)} aria-label={t('numbers.only', { path })}>
              {path}
            </Button>
          )}
        />
      )}
      <RankedList title={t('numbers.referrers')} entries={numbers.referrers} empty={t('numbers.noReferrers')} />
      <RankedList title={t('numbers.searches')} entries={numbers.searches} empty={t('numbers.noSearches')} />
      <RankedList title={t('numbers.campaigns')} entries={numbers.campaigns} empty={t('numbers.noCampaigns')} />
      <RankedList title={t('numbers.devices')} entries={numbers.devices} empty={t('numbers.none')} render={device} />
      <RankedList
        title={t('numbers.languages')}
        entries={numbers.languages}
        empty={t('numbers.none')}
        render={(key) => (languages.some((one) => one === key) ? names.of(key) : key)}
      />
    </div>
  )
}
