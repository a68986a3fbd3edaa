import { useQuery } from '@tanstack/react-query'
import { authCheckQuery } from '#auth/sessions/session'
import { Alert } from '#ui/controls/states/alert'
import { useText } from '#i18n/i18n'

/** Tells whoever has to add a second factor before anything else. */
export function FactorRequired() {
  const t = useText()
  const { data: check } = useQuery(authCheckQuery())
  if (!check?.needsSecondFactor) return null
  return (
    <Alert variant="warning" title={t('factors.required')}>
      {t('factors.requiredText')}
    </Alert>
  )
}
