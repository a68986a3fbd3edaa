import type { ItemFacts } from '#base/seo/merge-metadata'
import { PageMeta } from '#base/seo/page-meta'
import { Region } from '#base/ui/region'
import type { PageName } from '#features/pages/contract'
import { usePageContent } from '#features/pages/use-page-content'

type PageHeadProps = { page: PageName; item?: ItemFacts }

/** A page's metadata: the built-in ones until the stored ones are there, and without them. */
export function PageHead({ page, item }: PageHeadProps) {
  const builtIn = <PageMeta page={page} item={item} />
  return (
    <Region loading={builtIn} failed={builtIn}>
      <StoredHead page={page} item={item} />
    </Region>
  )
}

function StoredHead({ page, item }: PageHeadProps) {
  return <PageMeta page={page} content={usePageContent(page)} home={usePageContent('home')} item={item} />
}
