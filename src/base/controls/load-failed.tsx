import { Alert } from './alert'
import { Button } from './button'
import { RefreshIcon } from './icons'
import { useText } from '#base/i18n/i18n'
import type { MessageId } from '#base/i18n/messages'

export function LoadFailed({ text, onRetry }: { text: MessageId; onRetry: () => void }) {
  const t = useText()
  return (
    <Alert
      variant="danger"
      action={
        <Button onPress={onRetry}>
          <RefreshIcon />
          {t('errors.retry')}
        </Button>
      }
    >
      {t(text)}
    </Alert>
  )
}

/** For `<Region failed>`. */
export const loadFailed = (text: MessageId) => (retry: () => void) => <LoadFailed text={text} onRetry={retry} />
