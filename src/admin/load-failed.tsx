import { Alert } from '#base/controls/alert'
import { Button } from '#base/controls/button'
import { RefreshIcon } from '#base/controls/icons'
import { useText } from '#base/i18n/i18n'

export function LoadFailed({ text, onRetry }: { text: string; onRetry: () => void }) {
  const t = useText()
  return (
    <Alert variant="danger" action={<Button onPress={onRetry}><RefreshIcon />{t('errors.retry')}</Button>}>{text}</Alert>
  )
}
