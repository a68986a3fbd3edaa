import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Client, firstAdministrator } from '#test/client'
import { follow } from '#test/how-to'
import { copyProject, root, typeCheck } from '#test/project-copy'
import { startSite, type SiteProcess } from '#test/site-process'
import { until } from '#test/waiting'

/**
 * Adds a kind of record, `job`, to a copy of the project with `bun run add:kind`, and follows the other how-tos in it: a
 * job, a block type, a webhook event, an import format and a language. Builds and starts the copy, and looks at each
 * result as visitors, editors and other programs do. The language comes last: its catalogs are copies, with the texts of
 * the others.
 */
const { at, run, remove } = copyProject('how-to')
const command = ['add:kind', 'job', '--type', 'JobPosting', '--es', 'oferta,ofertas']
const read = (path: string) => readFileSync(at(path), 'utf8')
const migrations = () => readdirSync(at('drizzle')).filter((name) => name.endsWith('.sql'))
let printed: string
let before: string[]
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
  await follow('add-a-job.md', { at, run })
  before = migrations()
  for (const name of ['a-block-type', 'a-webhook-event', 'an-import-format', 'a-language'])
    await follow(`add-${name}.md`, { at, run })
  for (const name of readdirSync(at('locales/de'))) translate(`locales/de/${name}`)
  await run('bun', 'src/build.ts')
  site = await startSite({ project: at('.'), env: { SEED_DEMO: '0' } })
  editor = await firstAdministrator(site)
  const made = await editor.write('POST', '/api/jobs', joiner)
  expect([made.status, await made.json()]).toMatchObject([201, { id: 1, slug: 'joiner' }])
}, 400_000)
afterAll(async () => {
  await site?.dispose()
  remove()
})

function translate(path: string): void {
  const texts = Object.entries(JSON.parse(read(path)) as Record<string, string>)
  writeFileSync(at(path), JSON.stringify(Object.fromEntries(texts.map(([id, text]) => [id, `DE ${text}`]))))
}

const jsonAt = async (path: string): Promise<unknown> => (await editor.get(path)).json()

describe('a kind', () => {
  const textAt = async (path: string) => {
    const answer = await editor.get(path, { cookie: '' })
    expect([path, answer.status]).toEqual([path, 200])
    return answer.text()
  }

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
    expect(
      lines.map((line) => line.replace(/\d{4}_jobs/, '0000_jobs')).filter((line) => !guide.includes(line)),
    ).toEqual([])
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
    const readRecord = async () => {
      const { title, slug, description, content, translations } = (await jsonAt('/api/jobs/joiner')) as typeof joiner
      return { title, slug, description, content, translations }
    }
    const exported = await readRecord()
    const zip = await (await editor.get('/api/export/markdown')).arrayBuffer()
    expect((await editor.write('DELETE', '/api/jobs/1')).status).toBe(204)
    const sent = await editor.upload('/api/imports', new File([zip], 'export.zip'))
    expect(sent.status).toBe(201)
    const { id } = (await sent.json()) as { id: number }
    const options = { language: 'en', as: 'same', media: true, redirects: true }
    expect((await editor.write('POST', `/api/imports/${id}/run`, options)).status).toBe(202)
    await until(async () => ((await jsonAt(`/api/imports/${id}`)) as { state: string }).state === 'done')
    expect(await readRecord()).toEqual(exported)
  }, 30_000)
})

test('a block of the added type is on pages, with its texts in each language', async () => {
  const steps = (...titles: string[]) => titles.map((title) => ({ title }))
  const made = await editor.write('POST', '/api/pages', {
    title: 'Course',
    slug: 'course',
    blocks: [{ id: 'a', type: 'steps', title: 'How it goes', steps: steps('Measure', 'Build') }],
    translations: {
      de: { title: 'Ablauf', slug: 'ablauf', blocks: { a: { title: 'So geht es', steps: steps('Messen', 'Bauen') } } },
    },
  })
  expect([made.status, await made.json()]).toMatchObject([201, { slug: 'course' }])
  for (const [path, title, step] of [
    ['/course/', 'How it goes', 'Build'],
    ['/de/ablauf/', 'So geht es', 'Bauen'],
  ] as const) {
    const answer = await editor.get(path, { cookie: '' })
    expect([path, answer.status]).toEqual([path, 200])
    const [, section = ''] =
      /<section id="steps" class="block block-steps"[^>]*>(.*?)<\/section>/s.exec(await answer.text()) ?? []
    expect(section).toContain(`<h2 class="block-title" id="steps-title">${title}</h2>`)
    expect(section).toContain(`<h3>${step}</h3>`)
  }
  expect(await jsonAt('/api/block-types')).toContainEqual(
    expect.objectContaining({ type: 'steps', title: { en: 'Steps', es: 'Pasos', de: 'DE Steps' } }),
  )
})

const drawing = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M0 8 4 0l4 8z"/></svg>'

test('a webhook gets the added event', async () => {
  const added = await editor.write('POST', '/api/webhooks', {
    url: 'https://hooks.acme.test/',
    events: ['media.created'],
    currentPassword: 'a long enough password',
  })
  const { id, events } = (await added.json()) as { id: number; events: string[] }
  expect([added.status, events]).toEqual([201, ['media.created']])
  expect(await jsonAt(`/api/webhooks/${id}/deliveries`)).toEqual([])
  expect((await editor.upload('/api/media', new File([drawing], 'roof.svg'))).status).toBe(201)
  expect(await jsonAt(`/api/webhooks/${id}/deliveries`)).toMatchObject([{ event: 'media.created' }])
})

test('a file of the added format is imported', async () => {
  const feed = JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    home_page_url: 'https://old.acme.test/',
    items: [
      {
        id: 'https://old.acme.test/roofs/',
        url: 'https://old.acme.test/roofs/',
        title: 'Roofs',
        content_html: '<p>Slate.</p><script>alert(1)</script>',
        date_published: '2024-05-01T10:00:00Z',
        authors: [{ name: 'Ada' }],
      },
    ],
  })
  const sent = await editor.upload('/api/imports', new File([feed], 'feed.json'))
  const found = (await sent.json()) as { id: number }
  expect([sent.status, found]).toMatchObject([201, { kind: 'json-feed', found: { posts: 1 } }])
  const options = { language: 'en', as: 'same', media: true, redirects: true }
  expect((await editor.write('POST', `/api/imports/${found.id}/run`, options)).status).toBe(202)
  await until(async () => ((await jsonAt(`/api/imports/${found.id}`)) as { state: string }).state === 'done')
  expect(await jsonAt('/api/blog/roofs')).toMatchObject({ title: 'Roofs', author: 'Ada', content: '<p>Slate.</p>' })
}, 30_000)

test('the migration for a further language adds indexes, and nothing else', () => {
  const [added = '', ...more] = migrations().filter((name) => !before.includes(name))
  expect(more).toEqual([])
  const statements = read(`drizzle/${added}`).split('--> statement-breakpoint\n')
  expect(statements.length).toBeGreaterThan(0)
  for (const statement of statements) expect(statement).toMatch(/^CREATE (UNIQUE )?INDEX "\w+_german_\w+"/)
})

test('browsers get the texts of the further language', () => {
  const scripts = readdirSync(at('dist'), { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.js'))
  expect(scripts.filter((name) => read(`dist/${name}`).includes('DE Join the Waitlist')).length).toBeGreaterThan(0)
})

test('the copy passes the type check, tests included', () => run(...typeCheck), 240_000)

test('the code compares languages with the default one, and names none', () => {
  const named = [...new Bun.Glob('src/**/*.{ts,tsx}').scanSync({ cwd: at('.') })]
    .filter((path) => !/\.test\.tsx?$|\.browser\.tsx?$|^src\/test\/|^src\/i18n\//.test(path))
    .filter((path) => /[!=]== '(?:en|es)'|'\{(?:en|es),/.test(read(path)))
  expect(named).toEqual([])
})

test('the copy passes the tests of all kinds, routes, catalogs, layers, and of the site in the further language', async () => {
  const files = [
    'src/app/kinds.test.ts',
    'src/app/api/guards.test.ts',
    'src/i18n/catalogs.test.ts',
    'src/architecture.test.ts',
    'src/app/languages.test.ts',
  ]
  const named = 'a job|the list of kinds|GET|POST|catalog|layers|features|the site in German'
  const report = await run('bun', 'test', '--no-isolate', '--timeout', '60000', '-t', named, ...files)
  expect(report).toContain(' 0 fail')
  expect(Number(/(\d+) pass/.exec(report)?.[1])).toBeGreaterThan(20)
  expect(report.match(/^\(pass\) the site in German/gm)?.length).toBeGreaterThan(5)
}, 240_000)
