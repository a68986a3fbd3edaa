import { I18nProvider, RouterProvider } from 'react-aria-components'
import { matchPath, useLocation, useNavigate } from 'react-router'
import { useLive } from '#admin/live/use-live'
import { RequireUser } from '#auth/sessions/require-user'
import { useSessionWatch } from '#auth/sessions/session-watch'
import { SignInDialog } from '#auth/forms/sign-in-dialog'
import { Spinner } from '#ui/controls/states/spinner'
import { useText } from '#i18n/i18n'
import { withRegion } from '#i18n/with-region'
import { useLanguage } from '#i18n/use-language'
import { adminPaths, invitationPath, resetPath } from '#i18n/addresses/admin-paths'
import { AdminShell } from './admin-shell'
import { InvitationScreen } from './invitation-screen'
import { LoginScreen } from './login-screen'
import { PictureLibraryProvider } from './picture-library-provider'
import { ResetScreen } from './reset-screen'
import { ToastEcho } from './toast-echo'

/** All of the admin, in the browser only. */
export function AdminApp() {
  const t = useText()
  const [language] = useLanguage()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const invitation = matchPath(invitationPath, pathname)?.params.token
  const reset = matchPath(resetPath, pathname)?.params.token
  useSessionWatch()
  useLive()
  return (
    <I18nProvider locale={withRegion(language)}>
      <RouterProvider navigate={navigate}>
        {/* Where an element of this id exists, react-aria adds no style element, which the content policy would refuse. */}
        <div className="admin" id="react-aria-pressable-style">
          {invitation !== undefined ? (
            <InvitationScreen token={invitation} />
          ) : reset !== undefined ? (
            <ResetScreen token={reset} />
          ) : pathname === adminPaths.login ? (
            <LoginScreen />
          ) : (
            <RequireUser
              checking={
                <div className="admin-checking">
                  <Spinner label={t('adminNav.checking')} />
                </div>
              }
            >
              <PictureLibraryProvider>
                <AdminShell />
              </PictureLibraryProvider>
            </RequireUser>
          )}
        </div>
        <SignInDialog />
        <ToastEcho />
      </RouterProvider>
    </I18nProvider>
  )
}
