import { Suspense } from 'react'
import { matchRoutes, useLocation } from 'react-router'
import { Spinner } from '#base/controls/spinner'
import { useText } from '#base/i18n/i18n'
import { entries } from './entries'

export function AdminRoutes() {
  const t = useText()
  const Screen = matchRoutes(entries, useLocation())?.[0]?.route.Component
  return <Suspense fallback={<Spinner label={t('adminNav.loading')} />}>{Screen && <Screen />}</Suspense>
}
