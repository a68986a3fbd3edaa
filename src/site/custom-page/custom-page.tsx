import { useSuspenseQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { siteAtom } from '#contract/site'
import { useText } from '#i18n/i18n'
import { usePageLanguage } from '#i18n/language-atom'
import { usePageMatch } from '#i18n/addresses/use-href'
import { PageBlocks } from '#features/custom-pages/blocks/page-blocks'
import type { CustomPage as Page } from '#features/custom-pages/contract'
import { customPagePath } from '#features/custom-pages/paths'
import { customPageQuery } from '#features/custom-pages/queries'
import { localize } from '#records/translation/localize'
import { PageHead } from '#site/layout/page-head'
import { RecordHead } from '#site/layout/record-head'
import { NotFound } from '#site/not-found/not-found'
import { ArticleSkeleton } from '#site/article/article-skeleton'
import { htmlToText } from '#text/html-text'
import { Region } from '#ui/region'
import { Loading } from '#ui/skeleton'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import type { FormProps, ListProps, Parts } from '#features/custom-pages/blocks/block-parts'
import { ContactForm } from '#features/messages/contact-form'
import { PostCard } from '#features/posts/post-card'
import { ProjectCard } from '#features/projects/project-card'
import { WaitlistForm } from '#features/waitlist/waitlist-form'
import { postsOfBlock, projectsOfBlock } from './block-queries'

const sizes = '(min-width: 60rem) 30vw, (min-width: 36rem) 45vw, 92vw'

function Posts({ block, heading }: ListProps) {
  const { data: posts } = useSuspenseQuery(postsOfBlock(block))
  return <Cards none="blog.none" of={posts} render={(post) => <PostCard {...{ post, heading, sizes }} />} />
}

function Projects({ block, heading }: ListProps) {
  const { data: projects } = useSuspenseQuery(projectsOfBlock(block))
  return (
    <Cards none="projects.none" of={projects} render={(project) => <ProjectCard {...{ project, heading, sizes }} />} />
  )
}

type CardsProps<Row> = { of: Row[]; none: 'blog.none' | 'projects.none'; render: (row: Row) => ReactNode }

function Cards<Row extends { id: number }>({ of, none, render }: CardsProps<Row>) {
  const t = useText()
  if (of.length === 0) return <p className="notice">{t(none)}</p>
  return (
    <ul className="block-grid">
      {of.map((row) => (
        <li key={row.id}>{render(row)}</li>
      ))}
    </ul>
  )
}

/** A block whose list fails to load shows its title alone. */
const apart = (Part: Parts['Posts']) =>
  function BlockPart(props: ListProps) {
    return (
      <Region loading={null} failed={null}>
        <Part {...props} />
      </Region>
    )
  }

/** Without JavaScript the forms post to the page that contains them. */
const here = (name: 'contact' | 'waitlist', Form: typeof ContactForm | typeof WaitlistForm) =>
  function FormHere({ id }: FormProps) {
    const { pathname } = useLocation()
    return <Form at={`${pathname}?form=${name}#${id}`} />
  }

/** Content of other features in blocks. */
export const blockParts: Parts = {
  Posts: apart(Posts),
  Projects: apart(Projects),
  ContactForm: here('contact', ContactForm),
  WaitlistForm: here('waitlist', WaitlistForm),
}

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

/** Characters that search engines show. */
const longestLead = 160

/** The first text of a page, used as its meta description; '' without one. */
function pageLead({ blocks }: Pick<Page, 'blocks'>): string {
  for (const { text, html } of blocks) {
    const words = htmlToText(([text, html].find((one) => typeof one === 'string' && one.trim() !== '') as string) ?? '')
    if (words !== '')
      return words.length > longestLead ? `${words.slice(0, longestLead).replace(/[\s,;:–-]+\S*$/, '')}…` : words
  }
  return ''
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
