import { useQuery } from '@tanstack/react-query'
import { useState, Suspense } from 'react'
import { useLocation } from 'react-router'
import { authCheckQuery } from '#auth/sessions/session'
import { adminPaths } from '#i18n/addresses/admin-paths'
import { href } from '#i18n/addresses/href'
import { findRoute } from '#i18n/addresses/routing'
import { LinkButton } from '#ui/controls/buttons/link-button'
import { Drawer } from '#ui/controls/dialogs/drawer'
import { IconButton } from '#ui/controls/buttons/icon-button'
import { MenuIcon } from '#ui/controls/buttons/icons'
import { useSubmitShortcut } from '#editing/save-shortcut'
import { useText } from '#i18n/i18n'
import { Screen } from '#ui/controls/screen'
import { EmptyState } from '#ui/controls/states/empty-state'
import { Spinner } from '#ui/controls/states/spinner'
import { Redirect } from '#ui/redirect'
import { AdminBrand } from './admin-brand'
import { DemoNote } from './demo-note'
import { allEntries } from './entries'
import { Sidebar } from './sidebar'
import { useBrand } from './use-brand'

/**
 * The navigation, on narrow screens in a drawer, and the screen; only the account screen for a person who has to add a
 * second factor first.
 */
export function AdminShell() {
  const t = useText()
  const [open, setOpen] = useState(false)
  useSubmitShortcut()
  useBrand()
  const { data: check } = useQuery(authCheckQuery())
  const { pathname } = useLocation()
  if (check?.needsSecondFactor && pathname !== adminPaths.account) return <Redirect to={href(adminPaths.account)} />
  return (
    <div className="admin-shell">
      <a className="admin-skip" href="#admin-main">
        {t('adminNav.skip')}
      </a>
      <header className="admin-side">
        <Sidebar />
      </header>
      <header className="admin-topbar">
        <IconButton label={t('adminNav.open')} icon={<MenuIcon />} onPress={() => setOpen(true)} />
        <AdminBrand />
      </header>
      <Drawer label={t('adminNav.label')} isOpen={open} onClose={() => setOpen(false)} closeLabel={t('adminNav.close')}>
        <Sidebar onLeave={() => setOpen(false)} />
      </Drawer>
      <main className="admin-main" id="admin-main" tabIndex={-1}>
        <DemoNote />
        <AdminRoutes />
      </main>
    </div>
  )
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
