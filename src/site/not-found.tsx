import { useText } from '#base/i18n/i18n'
import { PageMeta } from '#base/seo/page-meta'
import { NotFoundSheet } from './not-found-sheet'

/** The answer to a path that is no page. */
export function NotFound() {
  const t = useText()
  return (
    <>
      <PageMeta page="notFound" />
      <NotFoundSheet title={t('errors.notFoundTitle')} text={t('errors.notFoundText')} back={{ href: '/', text: t('errors.home') }} />
    </>
  )
}
