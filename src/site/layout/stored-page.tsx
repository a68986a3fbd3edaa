import type { ComponentType, ReactNode } from 'react'
import { usePageContent } from '#features/page-contents/use-page-content'
import { useText } from '#i18n/i18n'
import { Region, type RegionProps } from '#ui/region'
import { Loading } from '#ui/skeleton'
import { PageHeadingSkeleton } from '#site/lists/page-heading'
import { PageHead } from './page-head'

export type PageTexts = { content: Record<string, unknown> }

type StoredPageProps = {
  page: 'about' | 'contact' | 'legal'
  texts: ComponentType<PageTexts>
  /** Below the placeholder of the heading. */
  skeleton: ReactNode
  failed: RegionProps['failed']
}

/** A page whose texts and metadata are stored. */
export function StoredPage({ page, texts, skeleton, failed }: StoredPageProps) {
  const t = useText()
  const loading = (
    <Loading label={t(`${page}.loading`)}>
      <PageHeadingSkeleton />
      <div className={`page-body ${page}`}>{skeleton}</div>
    </Loading>
  )
  return (
    <>
      <PageHead page={page} />
      <Region loading={loading} failed={failed}>
        <Stored page={page} texts={texts} />
      </Region>
    </>
  )
}

function Stored({ page, texts: Texts }: Pick<StoredPageProps, 'page' | 'texts'>) {
  return <Texts content={usePageContent(page)} />
}
