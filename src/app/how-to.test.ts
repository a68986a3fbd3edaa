import { afterAll, beforeAll, expect, test } from 'bun:test'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { type Client, firstAdministrator } from '#test/client'
import { follow } from '#test/how-to'
import { copyProject, typeCheck } from '#test/project-copy'
import { startSite, type SiteProcess } from '#test/site-process'
import { until } from '#test/waiting'

/**
 * Follows the how-tos of a block type, a webhook event, an import format and a language in one copy of the project, builds
 * and starts it, and looks at each result. The language comes last: its catalogs are copies, with the texts of the others.
 */
const { at, run, remove } = copyProject('how-to')
const read = (path: string) => readFileSync(at(path), 'utf8')
const migrations = () => readdirSync(at('drizzle')).filter((name) => name.endsWith('.sql'))
const before = migrations()
let site: SiteProcess
let editor: Client

beforeAll(async () => {
  for (const name of ['a-block-type', 'a-webhook-event', 'an-import-format', 'a-language'])
    await follow(`add-${name}.md`, { at, run })
  for (const name of readdirSync(at('locales/de'))) translate(`locales/de/${name}`)
  await run('bun', 'src/build.ts')
  site = await startSite({ project: at('.'), env: { SEED_DEMO: '0' } })
  editor = await firstAdministrator(site)
}, 300_000)
afterAll(async () => {
  await site?.dispose()
  remove()
})

function translate(path: string): void {
  const texts = Object.entries(JSON.parse(read(path)) as Record<string, string>)
  writeFileSync(at(path), JSON.stringify(Object.fromEntries(texts.map(([id, text]) => [id, `DE ${text}`]))))
}

const jsonAt = async (path: string): Promise<unknown> => (await editor.get(path)).json()

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
  expect([added.status, await added.json()]).toMatchObject([201, { events: ['media.created'] }])
  expect(await jsonAt('/api/webhooks/1/deliveries')).toEqual([])
  expect((await editor.upload('/api/media', new File([drawing], 'roof.svg'))).status).toBe(201)
  expect(await jsonAt('/api/webhooks/1/deliveries')).toMatchObject([{ event: 'media.created' }])
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

test('the copy supports everything in the further language that it does in the others', async () => {
  const report = await run('bun', 'test', '--timeout', '60000', '-t', 'the site in German', 'src/app/languages.test.ts')
  expect(report).toContain(' 0 fail')
  expect(Number(/(\d+) pass/.exec(report)?.[1])).toBeGreaterThan(5)
}, 240_000)

test('the code compares languages with the default one, and names none', () => {
  const named = [...new Bun.Glob('src/**/*.{ts,tsx}').scanSync({ cwd: at('.') })]
    .filter((path) => !/\.test\.tsx?$|\.browser\.tsx?$|^src\/test\/|^src\/i18n\//.test(path))
    .filter((path) => /[!=]== '(?:en|es)'|'\{(?:en|es),/.test(read(path)))
  expect(named).toEqual([])
})
