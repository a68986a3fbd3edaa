import { useSuspenseQuery } from '@tanstack/react-query'
import { useText } from '#base/i18n/i18n'
import { sitePaths } from '#base/paths'
import { text } from '#base/text/reading'
import { Region } from '#base/ui/region'
import { Loading } from '#base/ui/skeleton'
import { usePageContent } from '#features/pages/use-page-content'
import { ProjectCard, ProjectCardSkeleton } from '#features/projects/project-card'
import { projectsQuery } from '#features/projects/queries'
import { EmptySheet } from './empty-sheet'
import { loadFailure } from './load-failure'
import { PageHead } from './page-head'
import { PageHeading, PageHeadingSkeleton } from './page-heading'

const placeholders = 4

export function ProjectList() {
  return (
    <>
      <PageHead page="projects" />
      <Region loading={<PageHeadingSkeleton />} failed={<ProjectsHeading content={{}} />}>
        <StoredHeading />
      </Region>
      <div className="page-body">
        <Region loading={<CardSkeletons />} failed={loadFailure}>
          <ProjectCards />
        </Region>
      </div>
    </>
  )
}

function StoredHeading() {
  return <ProjectsHeading content={usePageContent('projects')} />
}

function ProjectsHeading({ content }: { content: Record<string, unknown> }) {
  const t = useText()
  return (
    <PageHeading
      title={text(content, 'projectsTitle') ?? t('projects.listTitle')}
      subtitle={text(content, 'projectsSubtitle') ?? t('projects.listSubtitle')}
    />
  )
}

function ProjectCards() {
  const t = useText()
  const { data: projects } = useSuspenseQuery(projectsQuery())
  if (projects.length === 0)
    return (
      <EmptySheet
        title={t('projects.empty')}
        text={t('projects.emptyText')}
        link={{ path: sitePaths.contact, text: t('contact.formTitle') }}
      />
    )
  return (
    <ul className="project-grid">
      {projects
        .toSorted((a, b) => b.id - a.id)
        .map((project, index) => (
          <li key={project.id}>
            <ProjectCard project={project} heading="h2" sizes="(min-width: 48rem) 30vw, 94vw" priority={index === 0} />
          </li>
        ))}
    </ul>
  )
}

function CardSkeletons() {
  const t = useText()
  return (
    <Loading label={t('projects.loading')}>
      <div className="project-grid">
        {Array.from({ length: placeholders }, (_, index) => (
          <ProjectCardSkeleton key={index} />
        ))}
      </div>
    </Loading>
  )
}
