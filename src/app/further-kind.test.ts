import { afterAll, beforeAll, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Client, firstAdministrator } from '#test/client'
import { copyProject, root, typeCheck } from '#test/project-copy'
import { startSite, type SiteProcess } from '#test/site-process'
import { until } from '#test/waiting'

/**
 * Adds a kind of record, `job`, to a copy of the project with `bun run add:kind`, builds and starts it, and looks at it
 * as visitors, editors and other programs do.
 */
const { at, run, remove } = copyProject('further-kind')
const command = ['add:kind', 'job', '--type', 'JobPosting', '--es', 'oferta,ofertas']
let printed: string
let site: SiteProcess
let editor: Client

const joiner = {
  title: 'Joiner',
  slug: 'joiner',
  description: 'Joins timber.',
  content: '<p>With mortise and tenon.</p>',
  imageUrl: '',
  translations: {
    es: { title: 'Carpintera', slug: 'carpintera', description: 'Une madera.', content: '<p>Espiga.</p>' },
  },
}

beforeAll(async () => {
  printed = await run('bun', 'run', ...command)
  await run('bun', 'src/build.ts')
  site = await startSite({ project: at('.'), env: { SEED_DEMO: '0' } })
  editor = await firstAdministrator(site)
  const made = await editor.write('POST', '/api/jobs', joiner)
  expect([made.status, await made.json()]).toMatchObject([201, { id: 1, slug: 'joiner' }])
}, 240_000)
afterAll(async () => {
  await site?.dispose()
  remove()
})

const textAt = async (path: string) => {
  const answer = await editor.get(path, { cookie: '' })
  expect([path, answer.status]).toEqual([path, 200])
  return answer.text()
}
const jsonAt = async (path: string): Promise<unknown> => (await editor.get(path)).json()

/** The text of the first element of each name in a page, and its description. */
function headOf(html: string) {
  const inside = (name: string) => new RegExp(`<${name}[^>]*>(.*?)</${name}>`, 's').exec(html)?.[1]
  const [, description] = /<meta name="description" content="([^"]*)"/.exec(html) ?? []
  return { title: inside('title'), h1: inside('h1'), description }
}

test('the how-to shows the command and what it prints', () => {
  const guide = readFileSync(join(root, 'docs/how-to/add-a-kind.md'), 'utf8')
  expect(guide).toContain(`$ bun run ${command.join(' ')}\n`)
  const lines = printed
    .slice(printed.indexOf('Wrote '))
    .split('\n')
    .filter((line) => !line.startsWith('$'))
  expect(lines.length).toBeGreaterThan(20)
  expect(lines.map((line) => line.replace(/\d{4}_jobs/, '0000_jobs')).filter((line) => !guide.includes(line))).toEqual(
    [],
  )
})

test.each([
  [['job'], '“job” is taken'],
  [['jobs'], '“job” is taken'],
  [['blog'], '“blog” is taken'],
  [['tool', 'about'], '“about” is taken'],
  [['Job'], '“Job” is no name'],
  [['class'], '“class” is no name'],
  [['../etc'], '“../etc” is no name'],
  [['tool', '--type', 'a b'], '“a b” is no type of schema.org'],
  [['tool', '--es', 'herramienta'], '“herramienta” is no singular and plural'],
  [[], 'Usage: bun run add:kind NAME'],
])(
  'a name that cannot be used is refused in one line: %p',
  async (given, message) => {
    const refused = await run('bun', 'src/add-kind.ts', ...given).catch(String)
    expect(refused).toContain(message)
    expect(refused).not.toContain('    at ')
  },
  30_000,
)

test('its list has its own title, description and heading in each language', async () => {
  expect(headOf(await textAt('/jobs/'))).toEqual({
    title: 'Industria AI Jobs',
    h1: 'Jobs',
    description: 'All jobs, the newest first.',
  })
  expect(headOf(await textAt('/es/jobs/'))).toEqual({
    title: 'Industria AI Ofertas',
    h1: 'Ofertas',
    description: 'Ofertas: lo más reciente primero.',
  })
  expect(await textAt('/jobs/')).toContain(`<link rel="canonical" href="${site.url}/jobs/"`)
})

test('its records have pages in each language, with breadcrumbs and data of their own type', async () => {
  for (const [path, title, description, list] of [
    ['/jobs/joiner/', 'Joiner', 'Joins timber.', { name: 'Jobs', item: '/jobs/' }],
    ['/es/jobs/carpintera/', 'Carpintera', 'Une madera.', { name: 'Ofertas', item: '/es/jobs/' }],
  ] as const) {
    const html = await textAt(path)
    expect(headOf(html)).toEqual({ title: `${title} · Industria AI`, h1: title, description })
    const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html) ?? []
    const [record, crumbs] = (JSON.parse(json) as { '@graph': { itemListElement?: object[] }[] })['@graph']
    expect(record).toMatchObject({ '@type': 'JobPosting', name: title, description, url: `${site.url}${path}` })
    expect(crumbs?.itemListElement?.[1]).toMatchObject({ ...list, item: site.url + list.item })
  }
})

test('its list and its records are in the sitemap, in llms.txt and in the breadcrumbs of the list', async () => {
  const sitemap = await textAt('/sitemap.xml')
  for (const path of ['/jobs/', '/es/jobs/', '/jobs/joiner/', '/es/jobs/carpintera/'])
    expect(sitemap).toContain(`<loc>${site.url}${path}</loc>`)
  const llms = await textAt('/llms.txt')
  for (const path of ['/jobs/', '/jobs/joiner/']) expect(llms).toContain(`(${site.url}${path}index.md)`)
  expect(await textAt('/es/jobs/')).toContain('"position":2,"name":"Ofertas"')
})

test('editors find its records by words in any language, and visitors in the search', async () => {
  for (const [words, count] of [
    ['join', 1],
    ['MADERA', 1],
    ['mortise', 0],
    ['stone', 0],
  ] as const)
    expect([words, ((await jsonAt(`/api/jobs?status=all&q=${words}`)) as unknown[]).length]).toEqual([words, count])
  await until(async () => ((await jsonAt('/api/search?q=mortise')) as unknown[]).length === 1)
  expect(await jsonAt('/api/search?q=mortise')).toMatchObject([{ kind: 'job', url: '/jobs/joiner/' }])
})

test('no custom page can have its path', async () => {
  for (const slug of ['jobs', 'JOBS']) {
    const refused = await editor.write('POST', '/api/pages', { title: 'Jobs', slug, blocks: [] })
    expect([slug, refused.status]).toEqual([slug, 422])
  }
})

test('webhooks hear of its records', async () => {
  const events = ['job.published', 'job.deleted']
  const added = await editor.write('POST', '/api/webhooks', {
    url: 'https://hooks.acme.test/',
    events,
    currentPassword: 'a long enough password',
    password: 'a long enough password',
  })
  expect([added.status, await added.json()]).toMatchObject([201, { id: 1, events }])
  await editor.write('POST', '/api/jobs', { ...joiner, title: 'Mason', slug: 'mason', translations: {} })
  await editor.write('DELETE', '/api/jobs/2')
  const deliveries = (await jsonAt('/api/webhooks/1/deliveries')) as { event: string }[]
  expect(deliveries.map(({ event }) => event).toSorted()).toEqual(events.toSorted())
})

test('an export contains its records, and its import creates them again', async () => {
  const read = async () => {
    const { title, slug, description, content, translations } = (await jsonAt('/api/jobs/joiner')) as typeof joiner
    return { title, slug, description, content, translations }
  }
  const before = await read()
  const zip = await (await editor.get('/api/export/markdown')).arrayBuffer()
  expect((await editor.write('DELETE', '/api/jobs/1')).status).toBe(204)
  const sent = await editor.upload('/api/imports', new File([zip], 'export.zip'))
  expect(sent.status).toBe(201)
  const { id } = (await sent.json()) as { id: number }
  const options = { language: 'en', as: 'same', media: true, redirects: true }
  expect((await editor.write('POST', `/api/imports/${id}/run`, options)).status).toBe(202)
  await until(async () => ((await jsonAt(`/api/imports/${id}`)) as { state: string }).state === 'done')
  expect(await read()).toEqual(before)
}, 30_000)

test('the copy passes the type check', () => run(...typeCheck), 240_000)

test('the copy passes the tests of all kinds, routes, catalogs and layers', async () => {
  const files = [
    'src/app/kinds.test.ts',
    'src/app/api/guards.test.ts',
    'src/i18n/catalogs.test.ts',
    'src/architecture.test.ts',
  ]
  const named = 'a job|the list of kinds|GET|POST|catalog|layers|features'
  const report = await run('bun', 'test', '--no-isolate', '--timeout', '60000', '-t', named, ...files)
  expect(report).toContain(' 0 fail')
  expect(Number(/(\d+) pass/.exec(report)?.[1])).toBeGreaterThan(20)
}, 240_000)
