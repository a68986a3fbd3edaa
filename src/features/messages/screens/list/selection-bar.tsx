import type { ReactNode } from 'react'
import { IconButton } from '#ui/controls/buttons/icon-button'
import {
  ArchiveIcon,
  CloseIcon,
  InboxIcon,
  MailIcon,
  MailOpenIcon,
  SpamIcon,
  TrashIcon,
} from '#ui/controls/buttons/icons'
import { useText } from '#i18n/i18n'
import type { Message } from '#features/messages/contract'

export type MessageAction = 'archive' | 'spam' | 'unread' | 'delete'

type DeedButtonsProps = {
  /** The messages to change. */
  messages: readonly Message[]
  onAction: (action: MessageAction) => void
  hasKeys: boolean
}

/** Actions on messages; one that applies to all of them already is offered as its undo. */
export function ActionButtons({ messages, onAction, hasKeys }: DeedButtonsProps) {
  const t = useText()
  const all = (test: (message: Message) => boolean) => messages.every(test)
  const buttons: [MessageAction, string, ReactNode, string][] = [
    all(({ folder }) => folder === 'archive')
      ? ['archive', t('messages.toInbox'), <InboxIcon key="icon" />, 'E']
      : ['archive', t('messages.archive'), <ArchiveIcon key="icon" />, 'E'],
    all(({ folder }) => folder === 'spam')
      ? ['spam', t('messages.noSpam'), <InboxIcon key="icon" />, '!']
      : ['spam', t('messages.spam'), <SpamIcon key="icon" />, '!'],
    all(({ read }) => !read)
      ? ['unread', t('messages.markRead'), <MailOpenIcon key="icon" />, 'U']
      : ['unread', t('messages.markNew'), <MailIcon key="icon" />, 'U'],
    ['delete', t('messages.delete'), <TrashIcon key="icon" />, '#'],
  ]
  return buttons.map(([action, label, icon, key]) => (
    <IconButton
      key={action}
      label={label}
      shortcut={hasKeys ? key : undefined}
      icon={icon}
      onPress={() => onAction(action)}
    />
  ))
}

type SelectionBarProps = DeedButtonsProps & { onClear: () => void }

/** Actions on the selected messages. */
export function SelectionBar({ onClear, ...actions }: SelectionBarProps) {
  const t = useText()
  return (
    <div className="inbox-bar" role="toolbar" aria-label={t('messages.selection')}>
      <span className="inbox-selected">{t('messages.selected', { count: actions.messages.length })}</span>
      <ActionButtons {...actions} />
      <IconButton label={t('messages.clearSelection')} icon={<CloseIcon />} onPress={onClear} />
    </div>
  )
}
