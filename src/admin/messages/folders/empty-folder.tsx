import { EmptyState } from '#ui/controls/states/empty-state'
import { ArchiveIcon, CheckCircleIcon, MessageIcon, SpamIcon } from '#ui/controls/buttons/icons'
import { useText } from '#i18n/i18n'
import type { ShownFolder } from '#admin/messages/list/shown-messages'

type EmptyFolderProps = {
  folder: ShownFolder
  /** There is nothing but spam. */
  isFirst: boolean
}

export function EmptyFolder({ folder, isFirst }: EmptyFolderProps) {
  const t = useText()
  if (folder === 'archive')
    return (
      <EmptyState icon={<ArchiveIcon />} title={t('messages.empty.archive')} text={t('messages.empty.archiveText')} />
    )
  if (folder === 'spam')
    return <EmptyState icon={<SpamIcon />} title={t('messages.empty.spam')} text={t('messages.empty.spamText')} />
  if (isFirst || folder === 'all') return <EmptyState icon={<MessageIcon />} title={t('messages.empty')} />
  return (
    <EmptyState icon={<CheckCircleIcon />} title={t('messages.empty.inbox')} text={t('messages.empty.inboxText')} />
  )
}
