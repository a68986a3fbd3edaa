import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react'
import { IconButton } from '#ui/controls/buttons/button'
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

/** The selected messages. Those hidden by a filter or in another folder are deselected. */
export function useSelection(shown: readonly Message[]) {
  const [marked, setMarked] = useState<ReadonlySet<number>>(new Set())
  /** The start of a range selection. */
  const anchor = useRef<number>(undefined)
  const selected = useMemo(() => shown.filter(({ id }) => marked.has(id)), [shown, marked])

  const set = useCallback((ids: readonly number[], isSelected: boolean) => {
    setMarked((now) => {
      const next = new Set(now)
      for (const id of ids) {
        if (isSelected) next.add(id)
        else next.delete(id)
      }
      return next
    })
  }, [])

  return {
    selected,
    has: (id: number) => marked.has(id),
    set: (id: number, isSelected: boolean) => {
      anchor.current = id
      set([id], isSelected)
    },
    /** Selects the range from the last selected message to this one. */
    setUpTo: (id: number, isSelected: boolean) => {
      const ends = [
        shown.findIndex((one) => one.id === (anchor.current ?? id)),
        shown.findIndex((one) => one.id === id),
      ]
      const [from = 0, to = 0] = ends.toSorted((one, other) => one - other)
      set(
        shown.slice(Math.max(from, 0), to + 1).map((one) => one.id),
        isSelected,
      )
    },
    setAll: (isSelected: boolean) => setMarked(new Set(isSelected ? shown.map(({ id }) => id) : [])),
    clear: () => setMarked(new Set()),
  }
}
