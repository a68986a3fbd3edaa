import { LinkButton } from '#ui/controls/buttons/link-button'
import { useText } from '#i18n/i18n'

/** A link in a toast to the saved page. */
export function ViewPage({ href }: { href: string }) {
  const t = useText()
  return (
    <LinkButton href={href} target="_blank">
      {t('life.viewPage')}
    </LinkButton>
  )
}
