import { useNavigate } from 'react-router'
import { InvitationForm } from '#auth/forms/invitation-form'
import { href } from '#i18n/addresses/href'
import { useText } from '#i18n/i18n'
import { adminPaths } from '#i18n/addresses/admin-paths'
import { LinkSheet } from './link-sheet'

/** The screen behind an invitation link, whose token is the only credential. */
export function InvitationScreen({ token }: { token: string }) {
  const t = useText()
  const navigate = useNavigate()
  return (
    <LinkSheet title={t('invitation.title')} intro={t('invitation.intro')}>
      <InvitationForm token={token} onJoined={() => navigate(href(adminPaths.dashboard), { replace: true })} />
    </LinkSheet>
  )
}
