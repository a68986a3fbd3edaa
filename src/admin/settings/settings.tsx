import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { userAtom } from '#auth/session'
import { TabbedPanels } from '#base/controls/tabbed-panels'
import { useText } from '#base/i18n/i18n'
import type { PageContent } from '#features/pages/contract'
import { pagesQuery } from '#features/pages/queries'
import { LoadFailed } from '#base/controls/load-failed'
import { Screen } from '#base/controls/screen'
import { SettingsForm } from './settings-form'
import { type SettingsPage, settingsPages } from './settings-page'
import { TableSkeleton } from '#base/controls/table-skeleton'

const pages: SettingsPage[] = ['home', 'blog', 'projects']

export function SettingsScreen() {
  const t = useText()
  const user = useAtomValue(userAtom)
  const { data: rows, isPending, refetch } = useQuery({ ...pagesQuery(), enabled: Boolean(user) })
  return (
    <Screen title={t('adminNav.settings')} intro={t('settings.intro')}>
      {isPending ? <TableSkeleton label={t('settings.loading')} />
        : !rows ? <LoadFailed text={t('settings.loadFailed')} onRetry={() => void refetch()} />
        : <Settings rows={rows} />}
    </Screen>
  )
}

/** All three forms stay mounted, so that nothing typed is lost between the tabs. */
function Settings({ rows }: { rows: PageContent[] }) {
  const t = useText()
  const [selected, setSelected] = useState<SettingsPage>('home')
  const tabs = pages.map((page) => ({
    id: page,
    label: t(settingsPages[page].tab),
    content: <SettingsForm page={page} row={rows.find((row) => row.page === page)} isShown={page === selected} />,
  }))
  return <TabbedPanels label={t('settings.tabs')} tabs={tabs} selected={selected} onSelect={setSelected} keepMounted />
}
