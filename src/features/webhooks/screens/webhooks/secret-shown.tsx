import { useText } from '#i18n/i18n'
import { CopyField } from '#ui/controls/fields/copy-field'
import { Alert } from '#ui/controls/states/alert'

/** A secret that is shown only once. */
export function SecretShown({ secret }: { secret: string }) {
  const t = useText()
  return (
    <div className="kit-stack">
      <Alert variant="warning">{t('webhooks.once')}</Alert>
      <CopyField label={t('webhooks.secret')} value={secret} copied={t('webhooks.copied')} copy={t('webhooks.copy')} />
      <p className="kit-note">{t('webhooks.secretText')}</p>
    </div>
  )
}
