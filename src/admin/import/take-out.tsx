import { adminPaths } from '#i18n/addresses/admin-paths'
import { href } from '#i18n/addresses/href'
import { useText } from '#i18n/i18n'
import { DownloadIcon } from '#ui/controls/buttons/icons'
import { LinkButton } from '#ui/controls/buttons/link-button'
import { Link } from '#ui/link'

/** All content as files that every other system can read; a backup is something else. */
export function TakeOut() {
  const t = useText()
  return (
    <section className="admin-panel import-out" aria-labelledby="import-out">
      <div>
        <h2 id="import-out">{t('imports.out')}</h2>
        <p className="kit-note">{t('imports.outText')}</p>
        <p className="kit-note">
          {t('imports.outBackup')} <Link href={href(adminPaths.system)}>{t('adminNav.status')}</Link>
        </p>
      </div>
      <LinkButton href="/api/export/markdown" download>
        <DownloadIcon />
        {t('imports.outDo')}
      </LinkButton>
    </section>
  )
}
