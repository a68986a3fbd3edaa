import type { ComponentProps, ReactNode } from 'react'
import { useText } from '#i18n/i18n'
import { Stored } from '#site/home/stored'
import { PageHeadingSkeleton } from '#site/lists/page-heading'
import { Loading } from '#ui/skeleton'
import { PageHead } from './page-head'

type StoredPageProps = Omit<ComponentProps<typeof Stored>, 'page' | 'loading'> & {
  page: 'about' | 'contact' | 'legal'
  /** Below the placeholder of the heading. */
  skeleton: ReactNode
}

/** A page whose texts and metadata are stored. */
export function StoredPage({ page, skeleton, ...stored }: StoredPageProps) {
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
      <Stored page={page} loading={loading} {...stored} />
    </>
  )
}
