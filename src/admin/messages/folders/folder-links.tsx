import { useText } from '#i18n/i18n'
import { Link } from '#ui/link'
import { type ShownFolder, shownFolders } from '#admin/messages/list/shown-messages'

type FolderLinksProps = {
  current: ShownFolder
  /** How many messages each holds; those that are not known yet are left out. */
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
