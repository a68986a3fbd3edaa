import { useSuspenseQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { siteAtom } from '#contract/site'
import { useText } from '#i18n/i18n'
import { usePageLanguage } from '#i18n/language-atom'
import { usePageMatch } from '#i18n/addresses/use-href'
import { PageBlocks } from '#features/custom-pages/blocks/page-blocks'
import { pageLead } from '#features/custom-pages/page-lead'
import { customPagePath } from '#features/custom-pages/paths'
import { customPageQuery } from '#features/custom-pages/queries'
import { localize } from '#records/translation/localize'
import { PageHead } from '#site/layout/page-head'
import { RecordHead } from '#site/layout/record-head'
import { NotFound } from '#site/not-found/not-found'
import { ArticleSkeleton } from '#site/article/article-skeleton'
import { Region } from '#ui/region'
import { Loading } from '#ui/skeleton'
import { blockParts } from './block-parts'

/** A custom page, at the top level of the site or as the home page. */
export function CustomPage() {
  const { home = '' } = useAtomValue(siteAtom)
  const slug = usePageMatch(customPagePath)?.params.slug ?? home
  return (
    <Region key={slug} loading={<PageSkeleton />} failed={<NotFound />}>
      <StoredPage slug={slug} />
    </Region>
  )
}

function StoredPage({ slug }: { slug: string }) {
  const language = usePageLanguage()
  const { data: page } = useSuspenseQuery(customPageQuery(slug))
  const { home } = useAtomValue(siteAtom)
  return (
    <>
      <RecordHead
        record={page}
        path={customPagePath}
        queryOf={customPageQuery}
        section="pages"
        page="home"
        isHome={page.slug === home}
        description={pageLead(localize(page, language))}
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
