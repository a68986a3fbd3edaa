import { adminPaths } from '#i18n/addresses/admin-paths'
import { href } from '#i18n/addresses/href'
import { useText } from '#i18n/i18n'
import type { EditedRecord } from '#records/kind/record'
import { SendIcon } from '#ui/controls/buttons/icons'
import { LinkButton } from '#ui/controls/buttons/button'

/** In the editor of a published post: creates a newsletter of it. */
export function SendAsNewsletter({ record: { id, status } }: { record: EditedRecord }) {
  const t = useText()
  if (status !== 'published') return null
  return (
    <LinkButton href={`${href(adminPaths.newsletters)}?post=${id}`}>
      <SendIcon />
      {t('newsletters.sendPost')}
    </LinkButton>
  )
}
