import { useText } from '#i18n/i18n'
import { ArchiveIcon, CheckCircleIcon, MessageIcon, SpamIcon } from '#ui/controls/buttons/icons'
import { EmptyState } from '#ui/controls/states/empty-state'
import { Link } from '#ui/link'
import { type ShownFolder, shownFolders } from '../list/shown-messages'

type FolderLinksProps = {
  current: ShownFolder
  /** The number of messages in each folder; unknown ones are absent. */
  counts: Partial<Record<ShownFolder, number>>
  hrefOf: (folder: ShownFolder) => string
}

export function FolderLinks({ current, counts, hrefOf }: FolderLinksProps) {
  const t = useText()
  return (
    <nav className="inbox-folders" aria-label={t('messages.folders')}>
      <ul>
        {shownFolders.map((folder) => {
          const count = counts[folder]
          return (
            <li key={folder}>
              <Link href={hrefOf(folder)} aria-current={folder === current ? 'page' : undefined}>
                {t(`messages.folder.${folder}`)}
                {count !== undefined && (
                  <>
                    {' '}
                    <span className="inbox-count">{count}</span>
                  </>
                )}
              </Link>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}

type EmptyFolderProps = {
  folder: ShownFolder
  /** All messages are spam. */
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
