import { useNavigate } from 'react-router'
import { InvitationForm } from '#auth/invitation-form'
import { useArrival, useTabTitle } from '#base/controls/screen'
import { href } from '#base/href'
import { useText } from '#base/i18n/i18n'
import { adminPaths, sitePaths } from '#base/paths'
import { useHref } from '#base/use-href'
import { AdminBrand } from './admin-brand'
import { LanguageSwitch } from './language-switch'

/** What an invitation's link opens: whoever has it becomes an administrator. */
export function InvitationScreen({ token }: { token: string }) {
  const t = useText()
  const siteHref = useHref()
  const navigate = useNavigate()
  const title = t('invitation.title')
  useTabTitle(title)
  // The form takes the focus itself.
  useArrival(() => {})
  return (
    <main className="admin-login">
      <div className="admin-login-sheet">
        <AdminBrand />
        <div>
          <h1>{title}</h1>
          <p className="kit-note">{t('invitation.intro')}</p>
        </div>
        <InvitationForm token={token} onJoined={() => navigate(href(adminPaths.dashboard), { replace: true })} />
        <footer className="admin-login-foot">
          <a href={siteHref(sitePaths.home)}>{t('login.toSite')}</a>
          <LanguageSwitch />
        </footer>
      </div>
    </main>
  )
}
