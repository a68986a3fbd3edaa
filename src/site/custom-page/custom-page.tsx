import { useSuspenseQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useText } from '#i18n/i18n'
import { languageAtom } from '#i18n/language-atom'
import { usePageMatch } from '#i18n/addresses/use-href'
import { PageBlocks } from '#features/custom-pages/blocks/page-blocks'
import { pageLead } from '#features/custom-pages/page-lead'
import { customPagePath } from '#features/custom-pages/paths'
import { customPageQuery } from '#features/custom-pages/queries'
import { socialPicture } from '#records/social-picture'
import { isTranslated, localize, localizeMetadata, recordVersions } from '#records/translation/localize'
import { PageHead } from '#site/layout/page-head'
import { useOwnAddress } from '#site/layout/use-own-address'
import { NotFound } from '#site/not-found/not-found'
import { ArticleSkeleton } from '#site/blog/article-skeleton'
import { Region } from '#ui/region'
import { Loading } from '#ui/skeleton'
import { blockParts } from './block-parts'

/** A page of one's own, at the top of the site. */
export function CustomPage() {
  const slug = usePageMatch(customPagePath)?.params.slug ?? ''
  return (
    <Region key={slug} loading={<PageSkeleton />} failed={<NotFound />}>
      <StoredPage slug={slug} />
    </Region>
  )
}

function StoredPage({ slug }: { slug: string }) {
  const language = useAtomValue(languageAtom)
  const { data: page } = useSuspenseQuery(customPageQuery(slug))
  useOwnAddress(customPagePath, page, customPageQuery)
  const shown = localize(page, language)
  return (
    <>
      <PageHead
        page="home"
        item={{
          title: shown.title,
          description: pageLead(shown),
          image: socialPicture('pages', page, isTranslated(page, language) ? language : 'en'),
          versions: recordVersions(customPagePath, page),
          metadata: localizeMetadata(page, language),
        }}
      />
      <PageBlocks page={page} parts={blockParts} />
    </>
  )
}

function PageSkeleton() {
  const t = useText()
  return (
    <div className="reading">
      <PageHead page="home" />
      <Loading label={t('common.loading')}>
        <ArticleSkeleton />
      </Loading>
    </div>
  )
}
