import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { I18nProvider, RouterProvider } from 'react-aria-components'
import { matchPath, useLocation, useNavigate } from 'react-router'
import { useLive } from '#admin/live/use-live'
import { CreateAdministratorForm, InvitationForm } from '#auth/forms/new-account-forms'
import { ForgotPassword, ResetForm } from '#auth/forms/password-reset-forms'
import { LoginForm } from '#auth/forms/login-form'
import { loginFor, useNextPath } from '#auth/next-path'
import { RequireUser, Redirect } from '#auth/sessions/user-region'
import { setupQuery, userAtom, authCheckQuery } from '#auth/sessions/session'
import { useSessionWatch } from '#auth/sessions/session-watch'
import { SignInDialog } from '#auth/forms/sign-in-dialog'
import { href } from '#i18n/addresses/href'
import { sitePaths } from '#i18n/addresses/paths'
import { useHref } from '#i18n/addresses/use-href'
import { ignoreComposingKeys } from '#ui/controls/event-guards'
import { useListener } from '#ui/controls/use-listener'
import { useArrival, useTabTitle, Screen } from '#ui/controls/screen'
import { Spinner } from '#ui/controls/states/spinner'
import { useText } from '#i18n/i18n'
import { withRegion } from '#i18n/with-region'
import { useLanguage } from '#i18n/use-language'
import { adminPaths, invitationPath, resetPath } from '#i18n/addresses/admin-paths'
import { toastAtom } from '#ui/toasts/toast'
import { findRoute } from '#i18n/addresses/routing'
import { LinkButton, IconButton } from '#ui/controls/buttons/button'
import { late } from '#ui/late'
import { PrefetchContext } from '#ui/link'
import { Drawer } from '#ui/controls/dialogs/dialogs'
import { MenuIcon, SearchIcon } from '#ui/controls/buttons/icons'
import { useSubmitShortcut } from '#editing/save-shortcut'
import { useRemembered } from '#editing/use-remembered'
import { EmptyState, Alert } from '#ui/controls/states/states'
import { siteAtom } from '#contract/site'
import { clockTime } from '#i18n/dates'
import { usePageLanguage } from '#i18n/language-atom'
import { AdminBrand, useBrand } from './admin-brand'
import { LanguageSwitch } from './person'
import { PictureLibraryProvider } from './picture-library-provider'
import { rememberOpened } from '#editing/last-opened'
import { allEntries } from './entries'
import { Sidebar } from './sidebar'

const fields = 'input, textarea, select, [contenteditable=true], [role=textbox], [role=combobox]'

/** Single-key shortcuts of the whole admin: inactive in fields, below dialogs, and where the screen has used the key. */
function useShellKeys(commands: Readonly<Record<string, (() => void) | undefined>>): void {
  useListener('keydown', (event) => {
    const command = commands[event.key]
    if (!command || event.defaultPrevented || event.isComposing || !isPlain(event) || isElsewhere(event.target)) return
    event.preventDefault()
    command()
  })
}

/** AltGr, which Spanish keyboards need for [, is reported as Ctrl and Alt. */
const isPlain = (event: KeyboardEvent) =>
  (!event.ctrlKey && !event.metaKey && !event.altKey) || event.getModifierState('AltGraph')

const isElsewhere = (target: EventTarget | null) =>
  document.querySelector('.kit-overlay, .kit-popover') !== null ||
  (target instanceof Element && target.closest(fields) !== null)

/** Ctrl+K or ⌘K, also in fields and dialogs; not where it was used already, as for links in formatted text. */
function useCommandKey(open: () => void): void {
  useListener('keydown', (event) => {
    const isCommand = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey
    if (!isCommand || event.key.toLowerCase() !== 'k' || event.defaultPrevented) return
    // Otherwise the browser searches the web.
    event.preventDefault()
    open()
  })
}

const hour = 3_600_000

const nextReset = () => new Date((Math.floor(Date.now() / hour) + 1) * hour).toISOString()

/** What a public try-out is, on every screen. */
function DemoNote() {
  const t = useText()
  const language = usePageLanguage()
  const { demo } = useAtomValue(siteAtom)
  if (!demo) return null
  const next = nextReset()
  return (
    <aside className="admin-demo">
      <strong>{t('demo.banner', { time: clockTime(next, language) })}</strong> {t('demo.limits')}
    </aside>
  )
}

/** The login of a public try-out, above its form. */
function DemoLogin() {
  const t = useText()
  const { demo } = useAtomValue(siteAtom)
  if (!demo) return null
  return (
    <Alert variant="info" title={t('demo.login')}>
      <dl className="admin-demo-login">
        <dt>{t('demo.username')}</dt>
        <dd>
          <code>{demo.username}</code>
        </dd>
        <dt>{t('demo.password')}</dt>
        <dd>
          <code>{demo.password}</code>
        </dd>
      </dl>
    </Alert>
  )
}

const SetupScreen = late(async () => (await import('#admin/setup/setup')).SetupScreen)
const CommandDialog = late(async () => (await import('./command/command-dialog')).CommandDialog)

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
                <PrefetchContext value={preloadScreen}>
                  <AdminShell />
                </PrefetchContext>
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

/** The code of the screen that a link leads to. */
const preloadScreen = async (address: string) =>
  findRoute(allEntries, new URL(address, location.href).pathname)?.route.Component.preload?.()

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

/**
 * The navigation, on narrow screens in a drawer, and the screen; only the account screen for a person who has to add a
 * second factor first.
 */
function AdminShell() {
  const t = useText()
  const [open, setOpen] = useState(false)
  const [side, setSide] = useRemembered('industria-sidebar', ['wide', 'rail'], 'wide')
  const isRail = side === 'rail'
  const toggleRail = () => setSide(isRail ? 'wide' : 'rail')
  const [hasCommand, setHasCommand] = useState(false)
  const openCommand = () => setHasCommand(true)
  useCommandKey(openCommand)
  const { pathname } = useLocation()
  // The inbox has a search of its own at this key.
  useShellKeys({ '[': toggleRail, '/': pathname === adminPaths.messages ? undefined : openCommand })
  useRememberScreen(pathname)
  useSubmitShortcut()
  useBrand()
  const { data: check } = useQuery(authCheckQuery())
  if (check?.needsSecondFactor && pathname !== adminPaths.account) return <Redirect to={href(adminPaths.account)} />
  return (
    <div className="admin-shell" data-rail={isRail || undefined}>
      <a className="admin-skip" href="#admin-main">
        {t('adminNav.skip')}
      </a>
      <header className="admin-side">
        <Sidebar onSearch={openCommand} rail={{ isRail, onToggle: toggleRail }} />
      </header>
      <header className="admin-topbar">
        <IconButton label={t('adminNav.open')} icon={<MenuIcon />} onPress={() => setOpen(true)} />
        <AdminBrand />
        <IconButton label={t('command.label')} icon={<SearchIcon />} onPress={openCommand} />
      </header>
      <Drawer label={t('adminNav.label')} isOpen={open} onClose={() => setOpen(false)} closeLabel={t('adminNav.close')}>
        <Sidebar
          onLeave={() => setOpen(false)}
          onSearch={() => {
            setOpen(false)
            openCommand()
          }}
        />
      </Drawer>
      <main className="admin-main" id="admin-main" tabIndex={-1}>
        <DemoNote />
        <AdminRoutes />
      </main>
      {hasCommand && (
        <Suspense fallback={null}>
          <CommandDialog onClose={() => setHasCommand(false)} />
        </Suspense>
      )}
    </div>
  )
}

/** Screens are remembered by their path alone: their names follow the language. */
function useRememberScreen(pathname: string): void {
  useEffect(() => {
    if (allEntries.some(({ path }) => href(path) === pathname)) rememberOpened({ href: pathname })
  }, [pathname])
}

function AdminRoutes() {
  const t = useText()
  const Current = findRoute(allEntries, useLocation().pathname)?.route.Component ?? NotFoundScreen
  return (
    <Suspense fallback={<Spinner label={t('adminNav.loading')} />}>
      <Current />
    </Suspense>
  )
}

/** The screen of an unknown admin path. */
function NotFoundScreen() {
  const t = useText()
  return (
    <Screen title={t('errors.notFoundTitle')}>
      <EmptyState
        title={t('errors.notFoundText')}
        action={
          <LinkButton variant="primary" href={href(adminPaths.dashboard)}>
            {t('adminNav.toDashboard')}
          </LinkButton>
        }
      />
    </Screen>
  )
}
