import { describe, expect, test } from 'bun:test'
import { kindsOnEveryPage } from '#app/features'
import { createApi } from '#app/api/api'
import type { PublicRead } from '#platform/feature'
import type { Route } from '#i18n/addresses/routing'
import { siteRoutes } from '#site/routes'
import { testServices } from '#test/api'
import { createPublicReads } from './public-reads'

const reads = createPublicReads()
const page = (queries: Route['queries'], decides?: Route['decides']): Route => ({
  path: '/jobs/:slug/',
  caseSensitive: true,
  Component: () => null,
  sheet: 'inner',
  queries,
  decides,
})

test('every page of the site depends on declared kinds, and every declared read is one of the API', async () => {
  const { services, close } = await testServices()
  expect(siteRoutes.length).toBeGreaterThan(5)
  reads.checkRoutes(siteRoutes)
  reads.checkAddresses(createApi(services).routes)
  for (const route of siteRoutes)
    expect(reads.tagsOfQueries(route.queries({ slug: 'a' }, new URLSearchParams())).length).toBeGreaterThan(0)
  await close()
})

test('a page depends on everything it shows, whatever the address of its record', () => {
  const [projectPage] = siteRoutes.filter(({ path }) => path === '/projects/:slug/')
  for (const slug of ['a', 'featured', 'ñ', 'x'.repeat(500)])
    expect(reads.tagsOfQueries(projectPage!.queries({ slug }, new URLSearchParams())).toSorted()).toEqual(
      (['page', 'project', ...kindsOnEveryPage] as const).toSorted(),
    )
})

describe('API responses are cached', () => {
  test('for the addresses that pages request', () => {
    for (const path of ['/api/blog', '/api/blog?limit=3', '/api/blog/a-post', '/api/blog/a-post/around'])
      expect([path, reads.tagsOfPath(path)]).toEqual([path, ['post', ...kindsOnEveryPage]])
    for (const path of ['/api/projects', '/api/projects/featured'])
      expect([path, reads.tagsOfPath(path)]).toEqual([path, ['project', ...kindsOnEveryPage]])
    expect(reads.tagsOfPath('/api/page-contents/home')).toEqual(['page', ...kindsOnEveryPage])
  })

  test('for no others', () => {
    const others = [
      '/api/blogs',
      '/api/blog/',
      '/api/blog?limit=3333',
      '/api/blog?x=1',
      '/api/blog/a/b',
      '/api/blog/a%20b',
      `/api/blog/${'x'.repeat(241)}`,
      `/api/blog/${'%ED'.repeat(241)}`,
      '/api/projects?limit=1',
      '/api/page-contents',
      '/api/page-contents/Home',
      '/api/waitlist',
      '/api/contact',
      '/api/auth/check',
      '/blog/',
      'api/blog',
    ]
    for (const path of others) expect([path, reads.tagsOfPath(path)]).toEqual([path, undefined])
  })
})

describe('a start fails', () => {
  const declared = (read: Partial<PublicRead>) =>
    createPublicReads([{ address: '/api/blog', kinds: ['post'], rest: /^$/, ...read }])

  test('with a page whose query no feature declares', () => {
    expect(() => reads.checkRoutes([page(() => [{ queryKey: ['/api/jobs'] }])])).toThrow('/api/jobs')
    expect(() =>
      reads.checkRoutes([
        page(
          () => [{ queryKey: ['/api/blog'] }],
          ({ slug }) => ({ queryKey: ['/api/jobs', slug] }),
        ),
      ]),
    ).toThrow('/api/jobs/any')
    expect(() => reads.tagsOfQueries([{ queryKey: ['/api/blog'] }, { queryKey: ['/api/jobs'] }])).toThrow('/api/jobs')
  })

  test('with a declaration of an unknown query, or without dependencies', () => {
    const routes = [
      { method: 'GET', path: '/api/blog' },
      { method: 'POST', path: '/api/jobs' },
    ]
    declared({}).checkAddresses(routes)
    for (const address of ['/api/jobs', '/api/blo'])
      expect(() => declared({ address }).checkAddresses(routes)).toThrow(address)
    expect(() => declared({ kinds: [] }).checkAddresses(routes)).toThrow('no kinds')
  })
})
