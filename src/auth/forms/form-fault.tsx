import { Alert } from '#ui/controls/states/alert'
import { fieldIssues } from '#client/field-issues'
import { useText } from '#i18n/i18n'
import { sentenceOf } from '#auth/sessions/session'

/** The error of a form that belongs to no field, shown above the button. */
export function FormFault({ error }: { error: unknown }) {
  const t = useText()
  if (!error || fieldIssues(error).length > 0) return null
  return <Alert variant="danger">{sentenceOf(error, t('errors.network'))}</Alert>
}
