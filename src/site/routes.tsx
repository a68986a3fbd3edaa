import { type Counted, isNoPage, pageIn } from '#contract/list-pages'
import { searchPath, sitePaths } from '#i18n/addresses/paths'
import type { Route } from '#i18n/addresses/routing'
import { late } from '#ui/late'
import { innerTexts } from '#i18n/inner-texts'
import { customPagePath } from '#features/custom-pages/paths'
import { customPageQuery } from '#features/custom-pages/queries'
import { pageContentQuery } from '#features/page-contents/queries'
import { categoryPath, postPath } from '#features/posts/paths'
import { aroundQuery, latestPostsQuery, postQuery, postsPageQuery } from '#features/posts/queries'
import { projectPath } from '#features/projects/paths'
import { featuredProjectsQuery, nextProjectQuery, projectQuery, projectsPageQuery } from '#features/projects/queries'
import { recordHref } from '#records/translation/localize'
import { Home } from './home/home'

/** A page with texts that the home page does not have. */
const inner = (load: Parameters<typeof late<object>>[0]) =>
  late<object>(async () => (await Promise.all([load(), innerTexts.load()]))[0])

// Each is a chunk of its own: the home page, the usual entry, loads nothing of the others.
const About = inner(() => import('./about').then((found) => found.About))
const BlogCategory = inner(() => import('./blog/blog-category').then((found) => found.BlogCategory))
const BlogList = inner(() => import('./blog/blog-list').then((found) => found.BlogList))
const BlogPost = inner(() => import('./blog/blog-post').then((found) => found.BlogPost))
const Contact = inner(() => import('./contact').then((found) => found.Contact))
const CustomPage = inner(() => import('./custom-page/custom-page').then((found) => found.CustomPage))
const Legal = inner(() => import('./legal/legal').then((found) => found.Legal))
const ProjectDetail = inner(() => import('./projects/project-detail').then((found) => found.ProjectDetail))
const ProjectList = inner(() => import('./projects/project-list').then((found) => found.ProjectList))
const Search = inner(() => import('./search/search').then((found) => found.Search))

/** The page for an unknown path. */
export const NotFound = late(() => import('./not-found/not-found').then((found) => found.NotFound))

/** Every public page; all of them read the site's default metadata from the home page. */
const routes: Omit<Route, 'caseSensitive'>[] = [
  {
    path: sitePaths.home,
    Component: Home,
    sheet: 'home',
    queries: () => [pageContentQuery('home'), latestPostsQuery(), featuredProjectsQuery()],
  },
  {
    path: sitePaths.projects,
    Component: ProjectList,
    sheet: 'lists',
    queries: (_, asked) => [pageContentQuery('home'), pageContentQuery('projects'), projectsPageQuery(pageIn(asked))],
    decides: (_, asked) => (pageIn(asked) > 1 ? projectsPageQuery(pageIn(asked)) : undefined),
    isMissing: isNoPage,
    asks: 'page',
  },
  {
    path: projectPath,
    Component: ProjectDetail,
    sheet: 'project',
    queries: ({ slug }) => [
      pageContentQuery('home'),
      pageContentQuery('projects'),
      projectQuery(slug!),
      nextProjectQuery(slug!),
    ],
    decides: ({ slug }) => projectQuery(slug!),
    address: (project, language) => recordHref(projectPath, project, language),
  },
  {
    path: sitePaths.blog,
    Component: BlogList,
    sheet: 'lists',
    queries: (_, asked) => [pageContentQuery('home'), pageContentQuery('blog'), postsPageQuery(pageIn(asked))],
    decides: (_, asked) => (pageIn(asked) > 1 ? postsPageQuery(pageIn(asked)) : undefined),
    isMissing: isNoPage,
    asks: 'page',
  },
  {
    path: categoryPath,
    Component: BlogCategory,
    sheet: 'lists',
    queries: ({ slug }, asked) => [
      pageContentQuery('home'),
      pageContentQuery('blog'),
      postsPageQuery(pageIn(asked), slug),
    ],
    decides: ({ slug }, asked) => postsPageQuery(pageIn(asked), slug),
    isMissing: ({ rows }: Counted<unknown>) => rows.length === 0,
    asks: 'page',
  },
  {
    path: postPath,
    Component: BlogPost,
    sheet: 'article',
    queries: ({ slug }) => [pageContentQuery('home'), pageContentQuery('blog'), postQuery(slug!), aroundQuery(slug!)],
    decides: ({ slug }) => postQuery(slug!),
    address: (post, language) => recordHref(postPath, post, language),
  },
  {
    path: sitePaths.about,
    Component: About,
    sheet: 'about',
    queries: () => [pageContentQuery('home'), pageContentQuery('about')],
  },
  {
    path: sitePaths.contact,
    Component: Contact,
    sheet: 'about',
    queries: () => [pageContentQuery('home'), pageContentQuery('contact')],
    asks: 'subject',
  },
  { path: searchPath, Component: Search, sheet: 'search', queries: () => [pageContentQuery('home')], asks: 'q' },
  {
    path: sitePaths.legal,
    Component: Legal,
    sheet: 'legal',
    queries: () => [pageContentQuery('home'), pageContentQuery('legal')],
  },
  {
    path: customPagePath,
    Component: CustomPage,
    sheet: 'blocks',
    queries: ({ slug }) => [pageContentQuery('home'), customPageQuery(slug!)],
    decides: ({ slug }) => customPageQuery(slug!),
    address: (page, language) => recordHref(customPagePath, page, language),
    isLast: true,
  },
]

export const siteRoutes: Route[] = routes.map((route) => ({ ...route, caseSensitive: true }))
