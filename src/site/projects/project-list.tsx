import { ProjectCard, ProjectCardSkeleton } from '#features/projects/project-card'
import { projectsPageQuery } from '#features/projects/queries'
import { RecordList } from '#site/lists/record-list'

export const ProjectList = () => (
  <RecordList
    section="projects"
    page="projects"
    className="project-grid"
    query={projectsPageQuery}
    renderCard={(project, isFirst) => (
      <ProjectCard project={project} heading="h2" sizes="(min-width: 48rem) 30vw, 94vw" priority={isFirst} />
    )}
    skeleton={<ProjectCardSkeleton />}
  />
)
