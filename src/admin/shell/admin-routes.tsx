import { Suspense } from 'react'
import { useLocation } from 'react-router'
import { Spinner } from '#ui/controls/states/spinner'
import { useText } from '#i18n/i18n'
import { findRoute } from '#i18n/addresses/routing'
import { allEntries } from './entries'
import { NotFoundScreen } from './not-found-screen'

export function AdminRoutes() {
  const t = useText()
  const Screen = findRoute(allEntries, useLocation().pathname)?.route.Component ?? NotFoundScreen
  return (
    <Suspense fallback={<Spinner label={t('adminNav.loading')} />}>
      <Screen />
    </Suspense>
  )
}
