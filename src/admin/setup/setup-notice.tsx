import { useQuery } from '@tanstack/react-query'
import { setupStateQuery } from './queries'
import { adminPaths } from '#i18n/addresses/admin-paths'
import { href } from '#i18n/addresses/href'
import { useText } from '#i18n/i18n'
import { LinkButton } from '#ui/controls/buttons/link-button'
import { Alert } from '#ui/controls/states/alert'

/** Leads to the first screen while it is neither answered nor skipped: for administrators made by a command or the environment. */
export function SetupNotice() {
  const t = useText()
  const { data: setup } = useQuery(setupStateQuery())
  if (setup?.open !== true) return null
  return (
    <Alert
      variant="info"
      title={t('begin.title')}
      action={<LinkButton href={href(adminPaths.setup)}>{t('begin.open')}</LinkButton>}
    >
      {t('begin.intro')}
    </Alert>
  )
}
