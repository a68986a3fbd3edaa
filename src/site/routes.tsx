import type { Route } from '#base/routing'
import { pageQuery } from '#features/pages/queries'
import { latestPostsQuery, postQuery, postsQuery } from '#features/posts/queries'
import { featuredProjectsQuery, projectQuery, projectsQuery } from '#features/projects/queries'
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
  { path: '/', Component: Home, sheet: 'home', queries: () => [pageQuery('home'), latestPostsQuery(), featuredProjectsQuery()] },
  { path: '/projects/', Component: ProjectList, sheet: 'inner', queries: () => [pageQuery('home'), pageQuery('projects'), projectsQuery()] },
  {
    path: '/projects/:slug/',
    Component: ProjectDetail,
    sheet: 'inner',
    queries: ({ slug }) => [pageQuery('home'), pageQuery('projects'), projectQuery(slug!)],
    decides: ({ slug }) => projectQuery(slug!),
  },
  { path: '/blog/', Component: BlogList, sheet: 'inner', queries: () => [pageQuery('home'), pageQuery('blog'), postsQuery()] },
  {
    path: '/blog/:slug/',
    Component: BlogPost,
    sheet: 'inner',
    queries: ({ slug }) => [pageQuery('home'), pageQuery('blog'), postQuery(slug!)],
    decides: ({ slug }) => postQuery(slug!),
  },
  { path: '/about/', Component: About, sheet: 'inner', queries: () => [pageQuery('home'), pageQuery('about')] },
  { path: '/contact/', Component: Contact, sheet: 'inner', queries: () => [pageQuery('home'), pageQuery('contact')] },
  { path: '/legal/', Component: Legal, sheet: 'inner', queries: () => [pageQuery('home'), pageQuery('legal')] },
]

export const siteRoutes: Route[] = routes.map((route) => ({ ...route, caseSensitive: true }))
