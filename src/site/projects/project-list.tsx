import { useSuspenseQuery } from '@tanstack/react-query'
import { useText } from '#i18n/i18n'
import { pageIn } from '#contract/list-pages'
import { sitePaths } from '#i18n/addresses/paths'
import { text } from '#text/reading'
import { Region } from '#ui/region'
import { Loading } from '#ui/skeleton'
import { usePageContent } from '#features/pages/use-page-content'
import { ProjectCard, ProjectCardSkeleton } from '#features/projects/project-card'
import { projectsPageQuery } from '#features/projects/queries'
import { EmptySheet } from '#site/lists/empty-sheet'
import { loadFailure } from '#site/not-found/load-failure'
import { ListPages } from '#site/lists/list-pages'
import { PageHead } from '#site/layout/page-head'
import { PageHeading, PageHeadingSkeleton } from '#site/lists/page-heading'
import { Pager } from '#site/lists/pager'
import { useUrlQuery } from '#site/search/use-url-query'

const placeholders = 4

export function ProjectList() {
  return (
    <ListPages query={projectsPageQuery}>
      <PageHead page="projects" />
      <Region loading={<PageHeadingSkeleton />} failed={<ProjectsHeading content={{}} />}>
        <StoredHeading />
      </Region>
      <div className="page-body">
        <Region loading={<CardSkeletons />} failed={loadFailure}>
          <ProjectCards />
        </Region>
      </div>
    </ListPages>
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
  const page = pageIn(useUrlQuery())
  const { rows: projects, total } = useSuspenseQuery(projectsPageQuery(page)).data
  if (projects.length === 0)
    return (
      <EmptySheet
        title={t('projects.empty')}
        text={t('projects.emptyText')}
        link={{ path: sitePaths.contact, text: t('contact.formTitle') }}
      />
    )
  return (
    <>
      <ul className="project-grid">
        {projects.map((project, index) => (
          <li key={project.id}>
            <ProjectCard project={project} heading="h2" sizes="(min-width: 48rem) 30vw, 94vw" priority={index === 0} />
          </li>
        ))}
      </ul>
      <Pager total={total} />
    </>
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
