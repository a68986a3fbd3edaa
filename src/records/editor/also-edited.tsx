import { useText } from '#i18n/i18n'
import { Link } from '#ui/link'

/** A link to another screen that edits the same texts. */
export function AlsoEdited({ href, place }: { href: string; place: string }) {
  const t = useText()
  return (
    <p className="edit-note">
      {t('page.alsoEdited')} <Link href={href}>{place}</Link>
    </p>
  )
}
