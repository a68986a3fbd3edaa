import { StarFilledIcon } from '#base/controls/icons'
import { useText } from '#base/i18n/i18n'
import { type Project, projectInput, type ProjectSummary } from '#features/projects/contract'
import { ProjectEditor } from '#features/projects/project-editor'
import { blankProject, type ProjectValues, toProjectInput, toProjectValues } from '#features/projects/project-values'
import { projectQuery, projectsQuery } from '#features/projects/queries'
import type { Resource } from '#records/screen/resource'
import { ResourceScreen } from '#records/screen/record-screen'

const projects: Resource<ProjectSummary, Project, ProjectValues> = {
  kind: 'project',
  path: '/api/projects',
  pages: '/projects/',
  heading: 'adminNav.projects',
  list: projectsQuery,
  one: projectQuery,
  filterText: ({ title, description, category, slug }) => `${title} ${description} ${category} ${slug}`,
  blank: blankProject,
  toValues: toProjectValues,
  toInput: toProjectInput,
  schema: projectInput,
  Editor: ProjectEditor,
}

export function ProjectsScreen() {
  return <ResourceScreen resource={projects} columns={useProjectColumns()} />
}

function useProjectColumns() {
  const t = useText()
  return [
    { id: 'title', label: t('project.title'), isRowHeader: true, render: ({ title }: ProjectSummary) => title, sortValue: ({ title }: ProjectSummary) => title },
    { id: 'category', label: t('project.category'), render: ({ category }: ProjectSummary) => category, sortValue: ({ category }: ProjectSummary) => category },
    {
      id: 'featured',
      label: t('project.featured'),
      render: ({ isFeatured }: ProjectSummary) => isFeatured
        ? <span className="edit-featured"><StarFilledIcon /><span className="kit-hidden">{t('project.isFeatured')}</span></span>
        : <><span aria-hidden="true">–</span><span className="kit-hidden">{t('project.notFeatured')}</span></>,
      sortValue: ({ isFeatured }: ProjectSummary) => (isFeatured ? 0 : 1),
    },
  ]
}
