import { useSuspenseQuery } from '@tanstack/react-query'
import { lazy, useState } from 'react'
import { useLocation } from 'react-router'
import { UserRegion } from '#auth/sessions/user-region'
import { TabbedPanels } from '#ui/controls/tabbed-panels'
import { useText } from '#i18n/i18n'
import { pageContentsQuery } from '#features/page-contents/editor/editor-queries'
import { loadFailed, TableSkeleton } from '#ui/controls/states/states'
import { Screen } from '#ui/controls/screen'
import { LeaveGuard } from '#editing/leave-guard'
import { UnsavedMark } from '#records/editor/saved-form'
import { type FormState, SettingsForm } from './settings-form'
import { type SettingsPage, settingsPages } from './settings-page'

const AddressAndMail = lazy(() =>
  import('#features/settings/screens/address-and-mail').then((screen) => ({ default: screen.AddressAndMail })),
)

const pages: SettingsPage[] = ['home', 'blog', 'projects']
const address = 'address'
type Panel = SettingsPage | typeof address

export function SettingsScreen() {
  const t = useText()
  return (
    <Screen title={t('adminNav.settings')} intro={t('settings.intro')}>
      <UserRegion loading={<TableSkeleton label={t('settings.loading')} />} failed={loadFailed('settings.loadFailed')}>
        <Settings />
      </UserRegion>
    </Screen>
  )
}

/** All three forms stay mounted, so that unsaved changes survive a change of tabs. */
function Settings() {
  const t = useText()
  const { data: rows } = useSuspenseQuery(pageContentsQuery())
  const query = new URLSearchParams(useLocation().search)
  const [asked, field] = [query.get('page'), query.get('field') ?? undefined]
  const [selected, setSelected] = useState<Panel>(
    () => ([...pages, address] as const).find((page) => page === asked) ?? 'home',
  )
  const [states, setStates] = useState<Partial<Record<SettingsPage, FormState>>>({})
  const changed = pages.map((page) => states[page] ?? 'saved').filter((state) => state !== 'saved')
  const tabs = pages.map((page) => ({
    id: page as Panel,
    label: (
      <>
        {t(settingsPages[page].tab)}
        {(states[page] ?? 'saved') !== 'saved' && <UnsavedMark />}
      </>
    ),
    content: (
      <SettingsForm
        page={page}
        row={rows.find((row) => row.page === page)}
        isShown={page === selected}
        field={page === asked ? field : undefined}
        onState={(state) => setStates((known) => ({ ...known, [page]: state }))}
      />
    ),
  }))
  const [isAddressChanged, setAddressChanged] = useState(false)
  const [isAddressOpened, setAddressOpened] = useState(selected === address)
  const select = (panel: Panel) => {
    setSelected(panel)
    if (panel === address) setAddressOpened(true)
  }
  const loading = <TableSkeleton label={t('settings.loading')} />
  const further = {
    id: address as Panel,
    label: (
      <>
        {t('address.tab')}
        {isAddressChanged && <UnsavedMark />}
      </>
    ),
    // Loaded when it is opened first.
    content: isAddressOpened && (
      <UserRegion loading={loading} failed={loadFailed('settings.loadFailed')}>
        <AddressAndMail onChanged={setAddressChanged} />
      </UserRegion>
    ),
  }
  return (
    <>
      <TabbedPanels
        label={t('settings.tabs')}
        tabs={[...tabs, further]}
        selected={selected}
        onSelect={select}
        keepMounted
      />
      <LeaveGuard
        isActive={changed.length > 0 || isAddressChanged}
        isKept={!changed.includes('unsaved') && !isAddressChanged}
      />
    </>
  )
}
