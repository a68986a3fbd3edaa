import { lazy, Suspense } from 'react'
import { matchRoutes, useLocation } from 'react-router'
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

const routes = [
  { path: '/admin/dashboard/', Component: DashboardScreen },
  { path: '/admin/blog/', Component: BlogScreen },
  { path: '/admin/projects/', Component: ProjectsScreen },
  { path: '/admin/content/', Component: ContentScreen },
  { path: '/admin/waitlist/', Component: WaitlistScreen },
  { path: '/admin/messages/', Component: MessagesScreen },
  { path: '/admin/settings/', Component: SettingsScreen },
]

export function AdminRoutes() {
  const t = useText()
  const Screen = matchRoutes(routes, useLocation())?.[0]?.route.Component
  return <Suspense fallback={<Spinner label={t('adminNav.loading')} />}>{Screen && <Screen />}</Suspense>
}
