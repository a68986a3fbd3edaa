import { useAtomValue } from 'jotai'
import type { ComponentType } from 'react'
import { siteAtom } from '#contract/site'
import { useText } from '#i18n/i18n'
import { PageHead } from '#site/layout/page-head'
import { text } from '#text/reading'
import { Region } from '#ui/region'
import { useSuspenseQuery } from '@tanstack/react-query'
import { sitePaths } from '#i18n/addresses/paths'
import { Link } from '#ui/link'
import { useHref } from '#i18n/addresses/use-href'
import { PostCard } from '#features/posts/post-card'
import { latestPostsQuery } from '#features/posts/queries'
import { EmptySheet } from '#site/lists/empty-sheet'
import { SectionHeading, SectionHeadingSkeleton, Features } from './features'
import { type StoredContent, Stored } from './stored'
import { Loading } from '#ui/skeleton'
import { ProjectCard, ProjectCardSkeleton } from '#features/projects/project-card'
import { featuredProjectsQuery } from '#features/projects/queries'
import { loadFailure } from '#site/not-found/load-failure'
import { Hero } from './hero'
import { WaitlistForm } from '#features/waitlist/waitlist-form'

const placeholders = 3

export function FeaturedProjects() {
  return (
    <section className="section" aria-labelledby="featured-title">
      <Stored part={FeaturedHeading} loading={<SectionHeadingSkeleton />} failed={<FeaturedHeading content={{}} />} />
      <Region loading={<CardSkeletons />} failed={loadFailure}>
        <FeaturedCards />
      </Region>
    </section>
  )
}

function FeaturedHeading({ content }: StoredContent) {
  const t = useText()
  const href = useHref()
  return (
    <SectionHeading
      id="featured-title"
      title={text(content, 'projectsTitle') ?? t('projects.title')}
      subtitle={text(content, 'projectsSubtitle') ?? t('projects.subtitle')}
    >
      <Link className="button" href={href(sitePaths.projects)}>
        {text(content, 'projectsCta') ?? t('projects.cta')}
      </Link>
    </SectionHeading>
  )
}

function FeaturedCards() {
  const t = useText()
  const { data: projects } = useSuspenseQuery(featuredProjectsQuery())
  if (projects.length === 0) return <EmptySheet title={t('projects.none')} />
  return (
    <ul className="project-grid featured">
      {projects.map((project, at) => (
        <li key={project.id}>
          <ProjectCard
            project={project}
            heading="h3"
            // The first one is as wide as a row where the last would be alone in its own.
            sizes={`(min-width: 48rem) ${at === 0 && projects.length % 3 === 1 ? 58 : 30}vw, 94vw`}
          />
        </li>
      ))}
    </ul>
  )
}

function CardSkeletons() {
  const t = useText()
  return (
    <Loading label={t('projects.loading')}>
      <div className="project-grid featured">
        {Array.from({ length: placeholders }, (_, index) => (
          <ProjectCardSkeleton key={index} />
        ))}
      </div>
    </Loading>
  )
}

const mostPosts = 3

/**
 * Hidden until the home content and the posts are loaded; stays hidden if they cannot be loaded, or if the content has
 * no blog section.
 */
export const BlogPreview = () => <Stored part={BlogSection} />

function BlogSection({ content }: StoredContent) {
  const t = useText()
  const href = useHref()
  const title = text(content, 'blogTitle')
  const subtitle = text(content, 'blogSubtitle')
  const callToAction = text(content, 'blogCta')
  if (title === undefined && subtitle === undefined) return null
  return (
    <section className="section section-sunken" aria-labelledby="blog-title">
      <SectionHeading id="blog-title" title={title ?? t('blog.title')} subtitle={subtitle}>
        {callToAction && (
          <Link className="button" href={href(sitePaths.blog)}>
            {callToAction}
          </Link>
        )}
      </SectionHeading>
      <LatestPosts />
    </section>
  )
}

function LatestPosts() {
  const t = useText()
  const { data: posts } = useSuspenseQuery(latestPostsQuery())
  if (posts.length === 0) return <EmptySheet title={t('blog.none')} />
  return (
    <ul className="latest-posts">
      {posts.slice(0, mostPosts).map((post, index) => (
        <li key={post.id}>
          <PostCard
            post={post}
            heading="h3"
            sizes={`(min-width: 60rem) ${index === 0 ? '52vw' : '15vw'}, ${index === 0 ? '94vw' : '(min-width: 48rem) 45vw, 94vw'}`}
          />
        </li>
      ))}
    </ul>
  )
}

/** By their names in `sections` of the content, in the built-in order. */
const sections = new Map<string, ComponentType>([
  ['hero', Hero],
  ['features', Features],
  ['blog', BlogPreview],
  ['projects', FeaturedProjects],
  ['waitlist', Waitlist],
])
const builtIn = <Sections names={[...sections.keys()]} />

export function Home() {
  return (
    <>
      <PageHead page="home" />
      <Stored part={ChosenSections} loading={builtIn} failed={builtIn} />
    </>
  )
}

/** The sections that the content names, in its order; by default all. */
function ChosenSections({ content }: StoredContent) {
  const t = useText()
  const { name } = useAtomValue(siteAtom)
  const { sections: names } = content
  if (!Array.isArray(names)) return builtIn
  return (
    <>
      {!names.includes('hero') && (
        <h1 className="visually-hidden">{text(content, 'heroTitle') ?? t('hero.title', { name })}</h1>
      )}
      <Sections names={names} />
    </>
  )
}

function Sections({ names }: { names: string[] }) {
  const { hidden } = useAtomValue(siteAtom)
  return names.map((name) => {
    const Section = !(hidden as string[] | undefined)?.includes(name) && sections.get(name)
    return Section && <Section key={name} />
  })
}

export function Waitlist() {
  const t = useText()
  return (
    <section className="waitlist blueprint" id="waitlist" aria-labelledby="waitlist-title">
      <div className="waitlist-text">
        <h2 id="waitlist-title">{t('waitlist.title')}</h2>
        <p>{t('waitlist.text')}</p>
      </div>
      <WaitlistForm />
    </section>
  )
}
