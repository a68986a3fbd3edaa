import { useText } from '#i18n/i18n'
import { sitePaths } from '#i18n/addresses/paths'
import { useKnownContent } from '#features/pages/use-known-content'
import { PageMeta } from '#ui/head/page-meta'
import { useHref } from '#i18n/addresses/use-href'
import { NotFoundSheet } from './not-found-sheet'

/** The page for an unknown path. */
export function NotFound() {
  const t = useText()
  const href = useHref()
  return (
    <>
      <PageMeta page="notFound" home={useKnownContent('home')} />
      <NotFoundSheet
        title={t('errors.notFoundTitle')}
        text={t('errors.notFoundText')}
        back={{ href: href(sitePaths.home), text: t('errors.home') }}
      />
    </>
  )
}
