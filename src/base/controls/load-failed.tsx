import { Alert } from './alert'
import { Button } from './button'
import { RefreshIcon } from './icons'
import { useText } from '#base/i18n/i18n'

export function LoadFailed({ text, onRetry }: { text: string; onRetry: () => void }) {
  const t = useText()
  return (
    <Alert variant="danger" action={<Button onPress={onRetry}><RefreshIcon />{t('errors.retry')}</Button>}>{text}</Alert>
  )
}
