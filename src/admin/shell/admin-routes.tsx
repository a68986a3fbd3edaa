import { lazy, Suspense } from 'react'
import { Route, Switch } from 'wouter'
import { Spinner } from '#base/controls/spinner'
import { useText } from '#base/i18n/i18n'
import { DashboardScreen } from '#admin/dashboard/dashboard'
import { MessagesScreen } from '#admin/messages/messages'
import { SettingsScreen } from '#admin/settings/settings'
import { WaitlistScreen } from '#admin/waitlist/waitlist'

// The screens with editors are large, and come when they are first opened.
const BlogScreen = lazy(() => import('#admin/blog').then((screen) => ({ default: screen.BlogScreen })))
const ProjectsScreen = lazy(() => import('#admin/projects').then((screen) => ({ default: screen.ProjectsScreen })))
const ContentScreen = lazy(() => import('#admin/content/content').then((screen) => ({ default: screen.ContentScreen })))

export function AdminRoutes() {
  const t = useText()
  return (
    <Suspense fallback={<Spinner label={t('adminNav.loading')} />}>
      <Switch>
        <Route path="/admin/dashboard"><DashboardScreen /></Route>
        <Route path="/admin/blog"><BlogScreen /></Route>
        <Route path="/admin/projects"><ProjectsScreen /></Route>
        <Route path="/admin/content"><ContentScreen /></Route>
        <Route path="/admin/waitlist"><WaitlistScreen /></Route>
        <Route path="/admin/messages"><MessagesScreen /></Route>
        <Route path="/admin/settings"><SettingsScreen /></Route>
      </Switch>
    </Suspense>
  )
}
