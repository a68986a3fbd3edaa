import { adminPaths } from '#i18n/addresses/admin-paths'
import { href } from '#i18n/addresses/href'
import { useText } from '#i18n/i18n'
import { ChevronLeftIcon } from '#ui/controls/buttons/icons'
import { Link } from '#ui/link'

export function BackToNewsletters() {
  const t = useText()
  return (
    <Link href={href(adminPaths.newsletters)} className="admin-back">
      <ChevronLeftIcon />
      {t('newsletters.back')}
    </Link>
  )
}
