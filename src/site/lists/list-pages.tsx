import { useSuspenseQuery, type UseSuspenseQueryOptions } from '@tanstack/react-query'
import { type ReactNode, useContext, useState } from 'react'
import { type Counted, pageIn } from '#contract/list-pages'
import { MissingContext, Region } from '#ui/region'
import { NotFound } from '#site/not-found/not-found'
import { useUrlQuery } from '#site/search/use-url-query'

type ListPagesProps<Row> = { query: (page: number) => UseSuspenseQueryOptions<Counted<Row>>; children: ReactNode }
type FurtherPageProps<Row> = ListPagesProps<Row> & { page: number }

/** A page of a list; a page number beyond its end is not found, as on the server. */
export function ListPages<Row>({ query, children }: ListPagesProps<Row>) {
  const page = pageIn(useUrlQuery())
  if (Number.isNaN(page)) return <NotFound />
  if (page === 1) return children
  return (
    <FurtherPage key={page} page={page} query={query}>
      {children}
    </FurtherPage>
  )
}

/** Shown as the server found it; what cannot be had says so itself. */
function FurtherPage<Row>(props: FurtherPageProps<Row>) {
  const [isLost] = useState(useContext(MissingContext))
  return (
    <Region loading={props.children} failed={isLost ? <NotFound /> : props.children}>
      <FoundPage {...props} />
    </Region>
  )
}

function FoundPage<Row>({ page, query, children }: FurtherPageProps<Row>) {
  return useSuspenseQuery(query(page)).data.rows.length === 0 ? <NotFound /> : children
}
