import { Alert } from './alert'
import { Button } from '#ui/controls/buttons/button'
import { RefreshIcon } from '#ui/controls/buttons/icons'
import { rescueFocus } from '#ui/controls/dialogs/rescue-focus'
import { useText } from '#i18n/i18n'
import type { MessageId } from '#i18n/messages'

export function LoadFailed({ text, onRetry }: { text: MessageId; onRetry: () => void }) {
  const t = useText()
  return (
    <Alert
      variant="danger"
      action={
        <Button
          onPress={() => {
            onRetry()
            // The button disappears.
            rescueFocus()
          }}
        >
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
