import { useNavigate } from 'react-router'
import { ResetForm } from '#auth/forms/reset-form'
import { href } from '#i18n/addresses/href'
import { useText } from '#i18n/i18n'
import { adminPaths } from '#i18n/addresses/admin-paths'
import { LinkSheet } from './link-sheet'

/** What the link in a mail for a forgotten password opens. */
export function ResetScreen({ token }: { token: string }) {
  const t = useText()
  const navigate = useNavigate()
  return (
    <LinkSheet title={t('forgot.newTitle')} intro={t('forgot.newIntro')}>
      <ResetForm token={token} onDone={() => navigate(href(adminPaths.login), { replace: true })} />
    </LinkSheet>
  )
}
