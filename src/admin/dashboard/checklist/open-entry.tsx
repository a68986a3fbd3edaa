import { adminPaths } from '#i18n/addresses/admin-paths'
import { href } from '#i18n/addresses/href'
import { useText } from '#i18n/i18n'
import { useLanguageNames } from '#i18n/use-language-names'
import { IconButton } from '#ui/controls/buttons/icon-button'
import { ChevronRightIcon, CloseIcon } from '#ui/controls/buttons/icons'
import { Link } from '#ui/link'
import type { ChecklistEntry } from '#features/checklist/contract'
import { checklistIcons } from './checklist-icons'
import { useEntryTitle } from './use-entry-title'

type OpenEntryProps = { entry: ChecklistEntry; onDismiss: () => void }

/** One line: what to do, why, and the way there. What is done beside the site says how. */
export function OpenEntry({ entry, onDismiss }: OpenEntryProps) {
  const t = useText()
  const { anyOther } = useLanguageNames()
  const { key, href: to } = entry
  const title = useEntryTitle(entry)
  const Icon = checklistIcons[key]
  const told = (
    <>
      <Icon />
      <span>
        <strong>{title}</strong>
        <span className="kit-note">{t(`checklist.why.${key}`, { languages: anyOther })}</span>
      </span>
    </>
  )
  const isHere = to.startsWith(`${href(adminPaths.dashboard)}#`)
  return (
    <li id={isHere ? key : undefined}>
      {isHere ? (
        <div className="checklist-how">{told}</div>
      ) : (
        <Link href={to}>
          {told}
          <ChevronRightIcon />
        </Link>
      )}
      <IconButton label={t('checklist.dismiss', { entry: title })} icon={<CloseIcon />} onPress={onDismiss} />
    </li>
  )
}
