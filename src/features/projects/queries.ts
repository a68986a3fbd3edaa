import { queryOptions } from '@tanstack/react-query'
import { type Counted, partOf } from '#contract/list-pages'
import { ApiError } from '#client/api-error'
import type { Project, ProjectSummary, NextProject } from './contract'

/** What cards do not show of projects and of their results. */
const unshown = ['excerpt', 'facts', 'note', 'type', 'isFeatured', 'publishedAt', 'status', 'updatedAt', 'version']

/** A page of the list. */
export const projectsPageQuery = (page: number) =>
  queryOptions<Counted<ProjectSummary>>({
    queryKey: ['/api/projects', partOf(page)],
    meta: { counted: true, unshown },
  })
export const featuredProjectsQuery = () =>
  queryOptions<ProjectSummary[]>({ queryKey: ['/api/projects', 'featured'], meta: { unshown } })
/** Finds a project by its slug in any language. */
export const projectQuery = (slug: string) =>
  slug === 'featured' ? noProject() : queryOptions<Project>({ queryKey: ['/api/projects', slug, { slugs: 'all' }] })
/** The project after it in the list; null without the project. */
export const nextProjectQuery = (slug: string) =>
  queryOptions<NextProject | null>({ queryKey: ['/api/projects', slug, 'next'], meta: { nullOn: [404] } })

/**
 * The API path for a slug `featured` would be that of the list, so no project has this slug, and none may be requested
 * with it.
 */
const noProject = () =>
  queryOptions<Project>({
    queryKey: ['/api/projects', 'featured', 'none'],
    queryFn: () => Promise.reject(new ApiError(404, 'Project not found')),
  })
