import { queryOptions } from '@tanstack/react-query'
import type { Project, ProjectSummary } from './contract'

export const projectsQuery = () => queryOptions<ProjectSummary[]>({ queryKey: ['/api/projects'] })
export const featuredProjectsQuery = () => queryOptions<ProjectSummary[]>({ queryKey: ['/api/projects', 'featured'] })
export const projectQuery = (slug: string) => queryOptions<Project>({ queryKey: ['/api/projects', slug] })
