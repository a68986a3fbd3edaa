import { useQuery, useSuspenseQuery, type UseSuspenseQueryOptions } from '@tanstack/react-query'
import { type ReactNode, useContext, useState } from 'react'
import { useLocation } from 'react-router'
import { usePageContent } from '#features/page-contents/use-page-content'
import { type Counted, pageIn, pageSize } from '#contract/list-pages'
import { sitePaths } from '#i18n/addresses/paths'
import { useText } from '#i18n/i18n'
import type { GroupWith } from '#i18n/messages'
import { NotFound } from '#site/not-found/not-found'
import { text } from '#text/reading'
import { loadFailure } from '#site/not-found/load-failure'
import { useUrlQuery } from '#site/layout/page-head'
import { Link } from '#ui/link'
import { Region, MissingContext } from '#ui/region'
import { Loading } from '#ui/skeleton'
import { EmptySheet } from './empty-sheet'
import { ListHead, type ListTexts } from './list-head'
import { PageHeading, PageHeadingSkeleton } from './page-heading'

type Section = ListTexts['section'] & GroupWith<'empty'> & GroupWith<'emptyText'>

export type Listing<Row> = {
  section: Section
  /** The page with the stored title and subtitle, for a list that is one of the six pages. */
  page?: 'blog' | 'projects'
  className: string
  query: (page: number) => UseSuspenseQueryOptions<Counted<Row>>
  renderCard: (row: Row, isFirst: boolean) => ReactNode
  skeleton: ReactNode
  /** Links to parts of the list, below its heading. */
  topics?: ReactNode
  /** Below the records and the pager. */
  foot?: ReactNode
}

/** All records of a kind, in pages. */
export function RecordList<Row extends { id: number }>(listing: Listing<Row>) {
  const { section, page, query, topics, foot } = listing
  return (
    <ListPages query={query}>
      <ListHead section={section} page={page} />
      <Region loading={<PageHeadingSkeleton />} failed={<Heading {...listing} content={{}} />}>
        {page ? <StoredHeading section={section} page={page} /> : <Heading section={section} content={{}} />}
      </Region>
      {topics}
      <div className="page-body">
        <Region loading={<CardSkeletons {...listing} />} failed={loadFailure}>
          <Cards {...listing} />
        </Region>
        {foot}
      </div>
    </ListPages>
  )
}

type Headed = Pick<Listing<unknown>, 'section' | 'page'>

function StoredHeading({ section, page }: Required<Headed>) {
  return <Heading section={section} page={page} content={usePageContent(page)} />
}

function Heading({ section, page, content }: Headed & { content: Record<string, unknown> }) {
  const t = useText()
  return (
    <PageHeading
      title={text(content, `${page}Title`) ?? t(`${section}.listTitle`)}
      subtitle={text(content, `${page}Subtitle`) ?? t(`${section}.listSubtitle`)}
    />
  )
}

/** A page of records, and the pager. */
export function Cards<Row extends { id: number }>({ section, className, query, renderCard }: Listing<Row>) {
  const t = useText()
  const { rows, total } = useSuspenseQuery(query(pageIn(useUrlQuery()))).data
  if (rows.length === 0)
    return (
      <EmptySheet
        title={t(`${section}.empty`)}
        text={t(`${section}.emptyText`)}
        link={{ path: sitePaths.contact, text: t('contact.formTitle') }}
      />
    )
  return (
    <>
      <ul className={className}>
        {rows.map((row, index) => (
          <li key={row.id}>{renderCard(row, index === 0)}</li>
        ))}
      </ul>
      <Pager total={total} />
    </>
  )
}

const placeholders = 4

export function CardSkeletons<Row>({ section, className, skeleton }: Listing<Row>) {
  const t = useText()
  return (
    <Loading label={t(`${section}.loading`)}>
      <div className={className}>
        {Array.from({ length: placeholders }, (_, index) => (
          <div key={index}>{skeleton}</div>
        ))}
      </div>
    </Loading>
  )
}

type ListPagesProps<Row> = { query: (page: number) => UseSuspenseQueryOptions<Counted<Row>>; children: ReactNode }

type FurtherPageProps<Row> = ListPagesProps<Row> & { page: number }

/** A page of a list; a page number beyond its end is not found, as on the server. */
function ListPages<Row>({ query, children }: ListPagesProps<Row>) {
  const page = pageIn(useUrlQuery())
  if (Number.isNaN(page)) return <NotFound />
  if (page === 1) return children
  return (
    <FurtherPage key={page} page={page} query={query}>
      {children}
    </FurtherPage>
  )
}

/**
 * Rendered as the server found it. The list loads and fails in its own region, so that the heading with the focus stays.
 */
function FurtherPage<Row>({ page, query, children }: FurtherPageProps<Row>) {
  const [isLost] = useState(useContext(MissingContext))
  const { data } = useQuery(query(page))
  return isLost || data?.rows.length === 0 ? <NotFound /> : children
}

/** Links to the previous and the next page of a long list. */
function Pager({ total }: { total: number }) {
  const t = useText()
  const { pathname } = useLocation()
  const page = pageIn(useUrlQuery())
  const count = Math.ceil(total / pageSize)
  if (!(count > 1)) return null
  const addressOf = (other: number) => (other === 1 ? pathname : `${pathname}?page=${other}`)
  return (
    <nav className="pager" aria-label={t('list.pages')}>
      {page > 1 && (
        <>
          <link rel="prev" href={addressOf(page - 1)} />
          <Link rel="prev" href={addressOf(page - 1)} aria-current={undefined}>
            {t('list.previous')}
          </Link>
        </>
      )}
      <span>{t('list.page', { page, count })}</span>
      {page < count && (
        <>
          <link rel="next" href={addressOf(page + 1)} />
          <Link rel="next" href={addressOf(page + 1)} aria-current={undefined}>
            {t('list.next')}
          </Link>
        </>
      )}
    </nav>
  )
}
