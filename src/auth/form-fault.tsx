import { Alert } from '#base/controls/alert'
import { toldIssues } from '#base/http/field-issues'
import { useText } from '#base/i18n/i18n'
import { sentenceOf } from './session'

/** Why a form was refused, where no field is to blame; it stands above the button. */
export function FormFault({ error }: { error: unknown }) {
  const t = useText()
  if (!error || toldIssues(error).length > 0) return null
  return <Alert variant="danger">{sentenceOf(error, t('errors.network'))}</Alert>
}
