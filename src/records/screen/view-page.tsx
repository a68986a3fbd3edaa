import { LinkButton } from '#ui/controls/buttons/link-button'
import { useText } from '#i18n/i18n'

/** Leads from a toast to the page that was saved. */
export function ViewPage({ href }: { href: string }) {
  const t = useText()
  return (
    <LinkButton href={href} target="_blank">
      {t('life.viewPage')}
    </LinkButton>
  )
}
