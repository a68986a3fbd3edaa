import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { lazy, type ReactNode, Suspense, useEffect } from 'react'
import { I18nProvider, RouterProvider } from 'react-aria-components'
import { matchPath, useLocation, useNavigate } from 'react-router'
import { useLive } from '#admin/live/use-live'
import { CreateAdministratorForm } from '#auth/forms/create-administrator-form'
import { ForgotPassword } from '#auth/forms/forgot-password'
import { InvitationForm } from '#auth/forms/invitation-form'
import { LoginForm } from '#auth/forms/login-form'
import { loginFor } from '#auth/next-path'
import { ResetForm } from '#auth/forms/reset-form'
import { useNextPath } from '#auth/next-path'
import { RequireUser } from '#auth/sessions/require-user'
import { setupQuery, userAtom } from '#auth/sessions/session'
import { useSessionWatch } from '#auth/sessions/session-watch'
import { SignInDialog } from '#auth/forms/sign-in-dialog'
import { href } from '#i18n/addresses/href'
import { sitePaths } from '#i18n/addresses/paths'
import { useHref } from '#i18n/addresses/use-href'
import { ignoreComposingKeys } from '#ui/controls/composition'
import { useArrival, useTabTitle } from '#ui/controls/screen'
import { Spinner } from '#ui/controls/states/spinner'
import { useText } from '#i18n/i18n'
import { withRegion } from '#i18n/with-region'
import { useLanguage } from '#i18n/use-language'
import { adminPaths, invitationPath, resetPath } from '#i18n/addresses/admin-paths'
import { toastAtom } from '#ui/toasts/toast'
import { Redirect } from '#ui/redirect'
import { AdminBrand } from './admin-brand'
import { AdminShell } from './admin-shell'
import { DemoLogin } from './demo-note'
import { LanguageSwitch } from './language-switch'
import { PictureLibraryProvider } from './picture-library-provider'

const SetupScreen = lazy(() => import('#admin/setup/setup').then((screen) => ({ default: screen.SetupScreen })))

/** The whole admin; rendered only in the browser. */
export function AdminApp() {
  const t = useText()
  const [language] = useLanguage()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const invitation = matchPath(invitationPath, pathname)?.params.token
  const reset = matchPath(resetPath, pathname)?.params.token
  const goTo = (path: string) => navigate(href(path), { replace: true })
  useEffect(ignoreComposingKeys, [])
  useSessionWatch()
  useLive()
  return (
    <I18nProvider locale={withRegion(language)}>
      <RouterProvider navigate={navigate}>
        {/* While an element with this id exists, React Aria adds no style element, which the content security policy
            would block. */}
        <div className="admin" id="react-aria-pressable-style">
          {invitation !== undefined ? (
            <Sheet title={t('invitation.title')} intro={t('invitation.intro')}>
              <InvitationForm token={invitation} onJoined={() => goTo(adminPaths.dashboard)} />
            </Sheet>
          ) : reset !== undefined ? (
            <Sheet title={t('forgot.newTitle')} intro={t('forgot.newIntro')}>
              <ResetForm token={reset} onDone={() => navigate(loginFor(href(adminPaths.account)), { replace: true })} />
            </Sheet>
          ) : pathname === adminPaths.login ? (
            <LoginScreen />
          ) : pathname === adminPaths.setup ? (
            <RequireUser checking={<Checking />}>
              <PictureLibraryProvider>
                <Sheet title={t('begin.title')} intro={t('begin.intro')} className="setup-sheet">
                  <Suspense fallback={<Spinner label={t('adminNav.loading')} />}>
                    <SetupScreen />
                  </Suspense>
                </Sheet>
              </PictureLibraryProvider>
            </RequireUser>
          ) : (
            <RequireUser checking={<Checking />}>
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

function Checking() {
  const t = useText()
  return (
    <div className="admin-checking">
      <Spinner label={t('adminNav.checking')} />
    </div>
  )
}

/**
 * The login; while there is no administrator, the form that creates one. With a session it redirects to the dashboard.
 */
function LoginScreen() {
  const t = useText()
  const user = useAtomValue(userAtom)
  const next = useNextPath()
  const { data: setup, isPending } = useQuery({ ...setupQuery(), enabled: user === null })
  // Who has just created the first administrator goes on with the first screen, unless a link has led here.
  const isFirst = setup?.needed === true && next === href(adminPaths.dashboard)
  if (user) return <Redirect to={isFirst ? href(adminPaths.setup) : next} />

  const setupNeeded = setup?.needed === true
  const title = t(setupNeeded ? 'setup.title' : 'login.title')
  if (user === undefined || isPending)
    return (
      <Sheet title={title}>
        <Spinner label={t('adminNav.checking')} />
      </Sheet>
    )
  return (
    <Sheet title={title} intro={t(setupNeeded ? 'setup.intro' : 'login.intro')}>
      <DemoLogin />
      {setupNeeded ? <CreateAdministratorForm /> : <LoginForm below={<ForgotPassword />} />}
    </Sheet>
  )
}

/**
 * Announces a toast while a modal dialog is open: the toasts' own live region is outside the dialog and hidden from screen
 * readers; elements marked as live announcers are not.
 */
function ToastEcho() {
  const toast = useAtomValue(toastAtom)
  const inDialog = toast !== null && document.querySelector('.kit-overlay') !== null
  return (
    <div className="kit-hidden" data-live-announcer="true" aria-live="assertive">
      {inDialog && `${toast.title}. ${toast.description ?? ''}`}
    </div>
  )
}

type SheetProps = {
  title: string
  /** Without it the title shows in the tab only. */
  intro?: string
  className?: string
  children: ReactNode
}

/** A screen without a session: one sheet with one form, which takes the focus itself. */
function Sheet({ title, intro, className = '', children }: SheetProps) {
  const t = useText()
  const siteHref = useHref()
  useTabTitle(title)
  useArrival(() => {})
  return (
    <main className="admin-login">
      <div className={`admin-login-sheet ${className}`}>
        <AdminBrand />
        {intro !== undefined && (
          <div>
            <h1>{title}</h1>
            <p className="kit-note">{intro}</p>
          </div>
        )}
        {children}
        <footer className="admin-login-foot">
          <a href={siteHref(sitePaths.home)}>{t('login.toSite')}</a>
          <LanguageSwitch />
        </footer>
      </div>
    </main>
  )
}
