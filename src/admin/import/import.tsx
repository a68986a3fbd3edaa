import { useLocation, useNavigate } from 'react-router'
import { UserRegion } from '#auth/sessions/user-region'
import { adminPaths } from '#i18n/addresses/admin-paths'
import { href } from '#i18n/addresses/href'
import { useText } from '#i18n/i18n'
import { Screen } from '#ui/controls/screen'
import { loadFailed } from '#ui/controls/states/load-failed'
import { Skeleton } from '#ui/controls/states/skeleton'
import { BringFile } from './bring-file'
import { EarlierImports } from './earlier-imports'
import { OneImport } from './one-import'
import { TakeOut } from './take-out'

/** Of the screen's address: the import that is open. */
const opened = 'import'

/** Content of another system is brought in, and that of this one taken out. */
export function ImportScreen() {
  const t = useText()
  const navigate = useNavigate()
  const id = new URLSearchParams(useLocation().search).get(opened)
  const open = (chosen: number) => void navigate(`${href(adminPaths.import)}?${opened}=${chosen}`)
  return (
    <Screen title={t('adminNav.import')} intro={t('imports.intro')}>
      {id === null ? (
        <>
          <BringFile onRead={open} />
          <UserRegion loading={null} failed={loadFailed('imports.failedLoad')}>
            <EarlierImports onOpen={open} />
          </UserRegion>
          <TakeOut />
        </>
      ) : (
        <UserRegion loading={<Loading />} failed={loadFailed('imports.failedLoad')}>
          <OneImport key={id} id={id} />
        </UserRegion>
      )}
    </Screen>
  )
}

function Loading() {
  const t = useText()
  return (
    <output className="admin-panel" aria-label={t('imports.loading')}>
      <Skeleton shape="title" />
      <Skeleton shape="block" />
    </output>
  )
}
