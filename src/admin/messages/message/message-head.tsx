import { ChevronDownIcon, ChevronLeftIcon, ChevronUpIcon, CloseIcon } from '#ui/controls/buttons/icons'
import { IconButton } from '#ui/controls/buttons/icon-button'
import { useText } from '#i18n/i18n'
import type { Message } from '#features/messages/contract'
import { type MessageAction, ActionButtons } from '#admin/messages/list/selection-bar'

type MessageHeadProps = {
  message: Message | undefined
  isBeside: boolean
  /** Its position in the list, from 1; 0 when it is not in the list. */
  place: number
  of: number
  hasKeys: boolean
  onStep: (step: 1 | -1) => void
  onAction: (action: MessageAction, messages: readonly Message[]) => void
  onClose: () => void
}

/** The toolbar of the open message. It stays mounted, with the focus, while stepping through messages. */
export function MessageHead({ message, isBeside, place, of, hasKeys, onStep, onAction, onClose }: MessageHeadProps) {
  const t = useText()
  return (
    <header className="message-head">
      {!isBeside && <IconButton label={t('messages.back')} icon={<ChevronLeftIcon />} onPress={onClose} />}
      {message && (
        <ActionButtons messages={[message]} onAction={(action) => onAction(action, [message])} hasKeys={hasKeys} />
      )}
      <span className="message-place">{place > 0 && t('messages.place', { place, of })}</span>
      <IconButton
        label={t('messages.previous')}
        icon={<ChevronUpIcon />}
        isDisabled={place <= 1}
        onPress={() => onStep(-1)}
      />
      <IconButton
        label={t('messages.next')}
        icon={<ChevronDownIcon />}
        isDisabled={place === 0 || place === of}
        onPress={() => onStep(1)}
      />
      {isBeside && <IconButton label={t('messages.close')} icon={<CloseIcon />} onPress={onClose} />}
    </header>
  )
}
