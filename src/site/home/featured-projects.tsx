import { useSuspenseQuery } from '@tanstack/react-query'
import { useText } from '#i18n/i18n'
import { sitePaths } from '#i18n/addresses/paths'
import { text } from '#text/reading'
import { Link } from '#ui/link'
import { Region } from '#ui/region'
import { Loading } from '#ui/skeleton'
import { useHref } from '#i18n/addresses/use-href'
import { ProjectCard, ProjectCardSkeleton } from '#features/projects/project-card'
import { featuredProjectsQuery } from '#features/projects/queries'
import { EmptySheet } from '#site/lists/empty-sheet'
import { loadFailure } from '#site/not-found/load-failure'
import { SectionHeading, SectionHeadingSkeleton } from './section-heading'
import { type HomeContent, Stored } from './stored'

const placeholders = 3

export function FeaturedProjects() {
  return (
    <section className="section" aria-labelledby="featured-title">
      <Region loading={<SectionHeadingSkeleton />} failed={<FeaturedHeading content={{}} />}>
        <Stored part={FeaturedHeading} />
      </Region>
      <Region loading={<CardSkeletons />} failed={loadFailure}>
        <FeaturedCards />
      </Region>
    </section>
  )
}

function FeaturedHeading({ content }: HomeContent) {
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
