import { type UseSuspenseQueryOptions, useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { sitePaths } from '#i18n/addresses/paths'
import type { RecordPath, RouteQuery } from '#i18n/addresses/routing'
import { useHref, usePageMatch } from '#i18n/addresses/use-href'
import { useText } from '#i18n/i18n'
import type { GroupWith } from '#i18n/messages'
import { usePageLanguage } from '#i18n/language-atom'
import { useKnownContent } from '#features/page-contents/use-known-content'
import { localize } from '#records/translation/localize'
import { type Headed, RecordHead } from '#site/layout/record-head'
import { ListHead, type ListTexts } from '#site/lists/list-head'
import { NotFoundSheet } from '#site/not-found/not-found'
import { PageMeta } from '#ui/head/page-meta'
import { Link } from '#ui/link'
import { Region } from '#ui/region'
import { Loading } from '#ui/skeleton'
import { ArticleSkeleton } from './article-skeleton'

type Section = ListTexts['section'] &
  GroupWith<'back'> &
  GroupWith<'loadingOne'> &
  GroupWith<'notFoundTitle'> &
  GroupWith<'notFoundText'>

/** The list that the record belongs to: its metadata, and its path if it has one. */
type Above = Omit<ListTexts, 'section'> & { listPath?: string; section: Section }

type ArticlePageProps<R> = Above & {
  path: RecordPath
  queryOf: (slug: string) => UseSuspenseQueryOptions<R> & RouteQuery
  /** The field used as the meta description. */
  description: keyof R & string
  type?: 'article'
  children: (record: R, slug: string) => ReactNode
}

/** The page of one record with its own title, such as a post or a project. */
export function ArticlePage<R extends Headed>(props: ArticlePageProps<R>) {
  const slug = usePageMatch(props.path)?.params.slug ?? ''
  return (
    <Region key={slug} loading={<Waiting {...props} />} failed={<Missing {...props} />}>
      <Stored {...props} slug={slug} />
    </Region>
  )
}

function Stored<R extends Headed>({ slug, description, children, ...props }: ArticlePageProps<R> & { slug: string }) {
  const language = usePageLanguage()
  const { data: record } = useSuspenseQuery(props.queryOf(slug))
  return (
    <div className="reading">
      <RecordHead {...props} record={record} description={String(localize(record, language)[description])} />
      <Back {...props} />
      {children(record, slug)}
    </div>
  )
}

function Back({ section, listPath }: Above) {
  const t = useText()
  const href = useHref()
  if (listPath === undefined) return null
  return (
    <p className="back">
      <Link href={href(listPath)}>{t(`${section}.back`)}</Link>
    </p>
  )
}

function Missing({ section, listPath }: Above) {
  const t = useText()
  const href = useHref()
  const title = t(`${section}.notFoundTitle`)
  return (
    <>
      <PageMeta page="notFound" home={useKnownContent('home')} item={{ title }} />
      <NotFoundSheet
        title={title}
        text={t(`${section}.notFoundText`)}
        back={
          listPath === undefined
            ? { href: href(sitePaths.home), text: t('errors.home') }
            : { href: href(listPath), text: t(`${section}.back`) }
        }
      />
    </>
  )
}

function Waiting(above: Above) {
  const t = useText()
  return (
    <div className="reading">
      <ListHead section={above.section} page={above.page} />
      <Back {...above} />
      <Loading label={t(`${above.section}.loadingOne`)}>
        <ArticleSkeleton />
      </Loading>
    </div>
  )
}
