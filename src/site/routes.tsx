import { sitePaths } from '#base/paths'
import type { Route } from '#base/routing'
import { pageQuery } from '#features/pages/queries'
import { postPath } from '#features/posts/paths'
import { latestPostsQuery, postQuery, postsQuery } from '#features/posts/queries'
import { projectPath } from '#features/projects/paths'
import { featuredProjectsQuery, projectQuery, projectsQuery } from '#features/projects/queries'
import { recordHref } from '#records/spoken'
import { About } from './about'
import { BlogList } from './blog-list'
import { BlogPost } from './blog-post'
import { Contact } from './contact'
import { Home } from './home/home'
import { Legal } from './legal'
import { ProjectDetail } from './project-detail'
import { ProjectList } from './project-list'

/** Every public page; all of them take the metadata of the whole site from the home page. */
const routes: Omit<Route, 'caseSensitive'>[] = [
  {
    path: sitePaths.home,
    Component: Home,
    sheet: 'home',
    queries: () => [pageQuery('home'), latestPostsQuery(), featuredProjectsQuery()],
  },
  {
    path: sitePaths.projects,
    Component: ProjectList,
    sheet: 'inner',
    queries: () => [pageQuery('home'), pageQuery('projects'), projectsQuery()],
  },
  {
    path: projectPath,
    Component: ProjectDetail,
    sheet: 'inner',
    queries: ({ slug }) => [pageQuery('home'), pageQuery('projects'), projectQuery(slug!)],
    decides: ({ slug }) => projectQuery(slug!),
    address: (project, language) => recordHref(projectPath, project, language),
  },
  {
    path: sitePaths.blog,
    Component: BlogList,
    sheet: 'inner',
    queries: () => [pageQuery('home'), pageQuery('blog'), postsQuery()],
  },
  {
    path: postPath,
    Component: BlogPost,
    sheet: 'inner',
    queries: ({ slug }) => [pageQuery('home'), pageQuery('blog'), postQuery(slug!)],
    decides: ({ slug }) => postQuery(slug!),
    address: (post, language) => recordHref(postPath, post, language),
  },
  { path: sitePaths.about, Component: About, sheet: 'inner', queries: () => [pageQuery('home'), pageQuery('about')] },
  {
    path: sitePaths.contact,
    Component: Contact,
    sheet: 'inner',
    queries: () => [pageQuery('home'), pageQuery('contact')],
  },
  { path: sitePaths.legal, Component: Legal, sheet: 'inner', queries: () => [pageQuery('home'), pageQuery('legal')] },
]

export const siteRoutes: Route[] = routes.map((route) => ({ ...route, caseSensitive: true }))
