import { describe, expect, test } from 'bun:test'
import { getTableColumns, getTableName } from 'drizzle-orm'
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { block, hash, validRows } from '#test/content/valid-rows'
import { packContent, readArchive } from '#test/site-content'
import { RowFault, parts, contentTables } from './site-content'

const migrations = resolve(import.meta.dir, '../../../drizzle')
/** The newest migration of the last release. */
const lastReleased = '0049_fold_alphabets.sql'

type Row = Record<string, unknown>

/** The row as it is restored. Throws for one that is refused. */
async function restored(part: string, changes: Row = {}): Promise<Row> {
  const content = await readArchive(await packContent({ [part]: [{ ...validRows[part], ...changes }] }))
  return content[part]![0]!
}

async function faultOf(part: string, changes: Row): Promise<string> {
  const error = await restored(part, changes).then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  return error instanceof RowFault ? error.message : `not refused: ${part} ${JSON.stringify(changes)} ${error}`
}

test('a row of every part is restored as it is', async () => {
  expect(Object.keys(validRows).toSorted()).toEqual(parts.toSorted())
  for (const part of parts) expect(await restored(part)).toEqual(JSON.parse(JSON.stringify(validRows[part])))
})

const unsafe = ['javascript:alert(1)', 'data:text/html,x', '//evil.example', '/\\evil.example', 'https:', 'x\ty']
const settings = (changes: Row) => ({ values: { name: 'Quoin', ...changes } })
const item = (changes: Row) => ({ payload: { address: 'a.png', name: 'a.png', alt: '', ...changes } })
const emptyRecord = {
  ...Object.fromEntries(
    ['title', 'slug', 'html', 'excerpt', 'category', 'author', 'image', 'imageAlt'].map((name) => [name, '']),
  ),
  publishedAt: null,
  status: 'draft',
  metadata: {},
  paths: [],
}
const record = (changes: Row) => ({
  type: 'post',
  payload: {
    ...emptyRecord,
    ...changes,
  },
})
const blocks = (changes: Row) => ({ blocks: [{ ...block, ...changes }] })

/** Values that no release has stored, by part: the column of each, and what may stand there. */
const refused: Record<string, [column: string, changes: Row[]][]> = {
  posts: [
    ['imageUrl', unsafe.map((imageUrl) => ({ imageUrl }))],
    ['slug', ['../x', 'a/b', 'a"b', '', 'a b', '<b>', 'x'.repeat(300)].map((slug) => ({ slug }))],
    ['title', [{ title: 'x'.repeat(201) }, { title: 7 }, { title: 'a\0b' }]],
    ['status', [{ status: 'live' }]],
    ['version', [{ version: 1.5 }, { version: 2 ** 40 }]],
    ['updatedAt', [{ updatedAt: '0000-01-01T00:00:00Z' }, { updatedAt: 'now' }]],
    ['translations.es.title', [{ translations: { es: { title: { a: 1 } } } }]],
    ['translations.es.slug', [{ translations: { es: { slug: '../x' } } }]],
    ['translations.es.metadata.canonical', [{ translations: { es: { metadata: { canonical: 'javascript:x' } } } }]],
    ['translation.es.state', [{ translation: { version: 1, es: { state: 'x', fields: {} } } }]],
  ],
  feedIds: [
    ['uri', unsafe.map((uri) => ({ uri }))],
    ['language', [{ language: 'fr' }]],
  ],
  projects: [
    ['demoUrl', unsafe.map((demoUrl) => ({ demoUrl }))],
    ['githubUrl', unsafe.map((githubUrl) => ({ githubUrl }))],
    [
      'facts',
      [{ facts: {} }, { facts: ['x'] }, { facts: [{ label: 1 }] }, { facts: Array.from({ length: 13 }, () => ({})) }],
    ],
    ['results', [{ results: 'x' }, { results: [{ after: 'x'.repeat(41) }] }]],
  ],
  pages: [
    ['content', [{ content: '[]' }, { content: '{' }, { content: '['.repeat(100) }]],
    ['content.metadata.canonical', [{ content: '{"metadata":{"canonical":"javascript:x"}}' }]],
  ],
  customPages: [
    ['blocks', [{ blocks: 'x' }, { blocks: Array.from({ length: 61 }, () => block) }]],
    ['blocks.0.action.href', unsafe.map((href) => blocks({ action: { href } }))],
    ['blocks.0.action', [blocks({ action: 7 })]],
    ['blocks.0.title', [blocks({ title: { toString: 1 } }), blocks({ title: 7 })]],
    ['blocks.0.hidden', [blocks({ hidden: 'no' })]],
    ['blocks.0.pictures', [{ blocks: [{ id: 'a', type: 'gallery', pictures: 7 }] }]],
    ['blocks.0.pictures.0.src', [{ blocks: [{ id: 'a', type: 'gallery', pictures: [{ src: 'javascript:x' }] }] }]],
    ['metadata.ogImage', [{ metadata: { ogImage: 'data:x' } }]],
    ['translations.es.blocks', [{ translations: { es: { blocks: { a: { title: 7 } } } } }]],
  ],
  media: [
    ['hash', ['../../x', 'x', 'A'.repeat(64), `${'a'.repeat(63)}/`].map((name) => ({ hash: name }))],
    ['mime', [{ mime: 'text/html' }]],
    ['colour', [{ colour: 'red"><script>' }]],
    ['width', [{ width: 0 }, { width: -1 }, { width: 2 ** 40 }]],
    ['focusX', [{ focusX: 7 }]],
    ['alt.es', [{ alt: { es: 7 } }]],
  ],
  subscribers: [
    ['email', ['a@b', 'a@b.example\r\nBcc: c@d.example', '<a@b.example>'].map((email) => ({ email }))],
    ['state', [{ state: 'x' }]],
    ['language', [{ language: 'fr' }]],
  ],
  waitlistLinks: [
    ['tokenHash', [{ tokenHash: 'x' }]],
    ['purpose', [{ purpose: 'delete' }]],
  ],
  messages: [
    ['email', [{ email: 'a@b.example\nBcc: c@d.example' }]],
    ['spamScore', [{ spamScore: 101 }, { spamScore: -1 }]],
    ['message', [{ message: 'x'.repeat(30_000) }]],
  ],
  replies: [['mailMessageId', ['a', '<a\r\nX: y>', '<a> <b>'].map((mailMessageId) => ({ mailMessageId }))]],
  redirects: [
    ['to', [...unsafe, '', '/..//evil.example', 'mailto:a@b.example'].map((to) => ({ to }))],
    ['from', ['//evil', 'x', '/a?b', '/a\nb', ''].map((from) => ({ from }))],
    ['kind', [{ kind: 'x' }]],
    ['hits', [{ hits: -1 }]],
  ],
  imports: [
    ['host', ['a/b', 'a@b', 'a?b', 'a\nb'].map((host) => ({ host }))],
    ['state', [{ state: 'x' }]],
    ['run.as', [{ run: { language: 'en', as: 'x', media: true, redirects: true } }]],
    ['found.posts', [{ found: { posts: 'x', pages: 0, media: 0, redirects: 0 } }]],
  ],
  importItems: [
    [
      'payload.file',
      ['../../../x', '/etc/passwd', hash, 'import-/../x', 'import-..', ''].map((file) => item({ file })),
    ],
    ['payload.address', [item({ address: 7 })]],
    ['payload.paths', [record({ paths: 'x' })]],
    ['payload.status', [record({ status: 'x' })]],
    ['payload.from', [{ type: 'redirect', payload: { from: 7 } }]],
    ['recordId', [{ recordId: null }, { recordId: -1 }]],
    ['type', [{ type: 'user' }]],
  ],
  numbers: [
    ['views', [{ views: -1 }]],
    ['day', [{ day: '2026-13-01' }]],
    ['list', [{ list: 'x' }]],
  ],
  newsletters: [
    ['state', [{ state: 'x' }]],
    ['audience', [{ audience: 'fr' }]],
    ['subject.en', [{ subject: { en: 7, es: '' } }]],
  ],
  newsletterLetters: [['state', [{ state: 'x' }]]],
  webhooks: [
    ['url', ['file:///etc/passwd', 'https://user:pw@hooks.example/', '//evil', 'https://a b/'].map((url) => ({ url }))],
    ['secret', [{ secret: 'x' }]],
    ['events.0', [{ events: ['x'] }]],
  ],
  ownerSettings: [
    ['messagesKeptDays', [{ messagesKeptDays: 0 }, { messagesKeptDays: 99_999 }]],
    ['ownerLanguage', [{ ownerLanguage: 'fr' }]],
    ['setup', [{ setup: 'later' }]],
    ['id', [{ id: 2 }]],
  ],
  siteSettings: [
    ['values.accent', ['#112233"><h1>', 'red', 7, '#11223'].map((accent) => settings({ accent }))],
    ['values.social.0.url', unsafe.map((url) => settings({ social: [{ kind: 'link', url }] }))],
    ['values.navigation.0.href', unsafe.map((href) => settings({ navigation: [{ label: { en: 'x' }, href }] }))],
    ['values.announcement.href', unsafe.map((href) => settings({ announcement: { text: { en: 'x' }, href } }))],
    ['values.name', [settings({ name: { en: 'x' } })]],
    ['values.copyright', [settings({ copyright: 'x' })]],
    ['values.logo', [settings({ logo: '../x' }), settings({ logo: -1 })]],
  ],
  siteTexts: [
    ['text', ['{author', '{author, number, x', '{author, plural, one {a}}', 'By {evil}'].map((text) => ({ text }))],
    ['text', [{ key: 'gone.inThisRelease', text: '{count, plural, one {a}}' }]],
    ['language', [{ language: 'fr' }]],
  ],
  activity: [
    ['action', [{ action: 'x' }]],
    ['kind', [{ kind: 'x' }]],
  ],
  checklist: [['key', [{ key: 'x' }]]],
  sampleRemovals: [
    ['removed', [{ removed: -1 }]],
    ['changes', [{ changes: 'x' }]],
    ['changes.0.is', [{ changes: [{ is: 'x' }] }]],
    ['changes.0.id', [{ changes: [{ is: 'trashed', kind: 'post', id: '../x', version: 1 }] }]],
    ['changes.0.after', [{ changes: [{ is: 'texts', before: {}, after: 'x' }] }]],
  ],
  drafts: [
    ['values.imageUrl', unsafe.map((imageUrl) => ({ values: { imageUrl } }))],
    ['values.title', [{ values: { title: 7 } }]],
    ['values.content', [{ kind: 'page', recordId: 'about', values: { content: '[' } }]],
    ['kind', [{ kind: 'user' }]],
    ['recordId', [{ recordId: '../x' }]],
  ],
  revisions: [
    ['text', [{ text: '{' }, { text: '[]' }]],
    ['base', [{ base: 1 }, { base: -1 }]],
    ['action', [{ action: 'x' }]],
    ['head', [{ head: -1 }]],
  ],
  translations: [['language', [{ language: 'fr' }]]],
  users: [
    [
      'passwordHash',
      [
        '$argon2id$v=19$m=4194304,t=2,p=1$a$b',
        '$argon2id$v=19$m=19456,t=9999999,p=1$a$b',
        `$2b$31$${'a'.repeat(53)}`,
      ].map((passwordHash) => ({ passwordHash })),
    ],
    ['email', [{ email: 'a@b.example\nBcc: c@d.example' }]],
    ['username', [{ username: '' }, { username: 'x'.repeat(300) }]],
  ],
  totpSecrets: [['secret', [{ secret: 'not base32' }]]],
  passkeys: [
    ['counter', [{ counter: -1 }]],
    ['publicKey', [{ publicKey: '<b>' }]],
  ],
  recoveryCodes: [['codeHash', [{ codeHash: 'a\nb' }]]],
}

describe('an archive is refused for a value that no release has stored', () => {
  test.each(parts)('in %s', async (part) => {
    expect(refused[part]?.length).toBeGreaterThan(0)
    for (const [column, changes] of refused[part] ?? [])
      for (const change of changes)
        expect([column, JSON.stringify(change).slice(0, 100), await faultOf(part, change)]).toEqual([
          column,
          JSON.stringify(change).slice(0, 100),
          expect.stringContaining(`row 1 of ${part} does not fit: ${part}.${column}`),
        ])
  })
})

test('what older releases have stored is restored', async () => {
  for (const [part, changes] of [
    [
      'posts',
      { slug: 'Old_Slug-2', imageUrl: '', excerpt: '', content: '{"content":"<p>Old</p>","metadata":{"title":"SEO"}}' },
    ],
    ['posts', { content: '{ not JSON', publishedAt: null, translations: {} }],
    ['posts', { content: `<p>${'&amp;'.repeat(400_000)}</p>` }],
    ['customPages', { slug: 'łódź', metadata: { canonical: '', whatever: { x: [1] } } }],
    // A transparent picture has no colour.
    ['media', { colour: '' }],
    ['siteTexts', { key: 'gone.inThisRelease', text: 'Gone' }],
    ['users', { passwordHash: 'no hash' }],
    ['redirects', { from: '/own/', to: '/own/', kind: 'automatic', recordKind: 'post', recordId: '1' }],
  ] satisfies [string, Row][])
    expect(await restored(part, changes)).toMatchObject(changes)
})

test('rows of the last release are restored without the columns that were added since', async () => {
  const tables = new Map(
    Object.entries(contentTables).map(([part, { table }]) => [getTableName(table), { part, table }]),
  )
  const added = readdirSync(migrations)
    .filter((name) => name.endsWith('.sql') && name > lastReleased)
    .flatMap((name) => [
      ...readFileSync(join(migrations, name), 'utf8').matchAll(/ALTER TABLE "(\w+)" ADD COLUMN "(\w+)"/g),
    ])
    .map(([, table = '', column = '']) => ({ ...tables.get(table), column }))
  expect(added.length).toBeGreaterThan(10)
  for (const { part, table, column } of added) {
    if (part === undefined) continue // runtime state, which is in no archive
    const [field = ''] = Object.entries(getTableColumns(table!)).find(([, { name }]) => name === column) ?? []
    const { [field]: _, ...older } = validRows[part]!
    const content = await readArchive(await packContent({ [part]: [older] })).catch(String)
    expect([part, field, content]).toMatchObject([part, field, { [part]: [older] }])
  }
})

test('links lose the credentials that older releases have stored', async () => {
  const url = 'https://user:pw@code.example/acme?x=@y'
  const clean = 'https://code.example/acme?x=@y'
  expect(await restored('projects', { demoUrl: url })).toMatchObject({ demoUrl: clean })
  expect(await restored('customPages', blocks({ action: { href: url } }))).toMatchObject(
    blocks({ action: { href: clean } }),
  )
  expect(await restored('redirects', { to: url })).toMatchObject({ to: clean })
  const social = (at: string) => settings({ social: [{ kind: 'link', url: at }] })
  expect(await restored('siteSettings', social(url))).toMatchObject(social(clean))
})

test('an import that was running has ended, and no process holds it', async () => {
  expect(await restored('imports', { state: 'running', holder: 'gone' })).toMatchObject({
    state: 'failed',
    holder: null,
  })
  for (const state of ['read', 'done', 'failed', 'undone'])
    expect(await restored('imports', { state })).toMatchObject({ state })
})
