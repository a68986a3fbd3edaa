import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { Navigate } from 'react-router'
import { CreateAdministratorForm } from '#auth/forms/create-administrator-form'
import { ForgotPassword } from '#auth/forms/forgot-password'
import { LoginForm } from '#auth/forms/login-form'
import { useNextPath } from '#auth/next-path'
import { setupQuery, userAtom } from '#auth/sessions/session'
import { Spinner } from '#ui/controls/states/spinner'
import { useText } from '#i18n/i18n'
import { sitePaths } from '#i18n/addresses/paths'
import { useHref } from '#i18n/addresses/use-href'
import { AdminBrand } from './admin-brand'
import { LanguageSwitch } from './language-switch'
import { useArrival, useTabTitle } from '#ui/controls/screen'

/**
 * The login; while there is no administrator, the form that creates one. With a session it redirects to the dashboard.
 */
export function LoginScreen() {
  const t = useText()
  const href = useHref()
  const user = useAtomValue(userAtom)
  const next = useNextPath()
  const { data: setup, isPending } = useQuery({ ...setupQuery(), enabled: user === null })
  const setupNeeded = setup?.needed === true
  const title = t(setupNeeded ? 'setup.title' : 'login.title')
  useTabTitle(title)
  // The form takes the focus itself.
  useArrival(() => {})

  if (user) return <Navigate to={next} replace />
  return (
    <main className="admin-login">
      <div className="admin-login-sheet">
        <AdminBrand />
        {user === undefined || isPending ? (
          <Spinner label={t('adminNav.checking')} />
        ) : (
          <>
            <div>
              <h1>{title}</h1>
              <p className="kit-note">{t(setupNeeded ? 'setup.intro' : 'login.intro')}</p>
            </div>
            {setupNeeded ? <CreateAdministratorForm /> : <LoginForm below={<ForgotPassword />} />}
          </>
        )}
        <footer className="admin-login-foot">
          <a href={href(sitePaths.home)}>{t('login.toSite')}</a>
          <LanguageSwitch />
        </footer>
      </div>
    </main>
  )
}
