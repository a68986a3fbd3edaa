import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import sharp from 'sharp'
import { allEntries, type Entry } from '#admin/shell/entries'
import { languages, otherLanguages } from '#i18n/language'
import { pageCatalog } from '#i18n/translate'
import { recordKinds } from '#features/kinds'
import { type Fields, hasContent, translatedNames } from '#records/kind/fields'
import { sampleRecord, textBlock } from '#test/content/sample-record'
import { eventStream } from '#test/network/event-stream'
import { host, testLibrary } from '#test/library'
import { collectContent, replaceContent } from '#test/site-content'
import { until } from '#test/waiting'
import { jobs } from './jobs'
import { contentKinds } from './features'

type Library = Awaited<ReturnType<typeof testLibrary>>
type RecordJson = {
  id: number
  slug: string
  version: number
  status: string
  title: string
  translation: { es: { state: string } }
}

let site: Library
beforeAll(async () => {
  site = await testLibrary()
})
beforeEach(() => site.startAfresh())
afterAll(() => site.close())

test('the list of kinds is that of the features', () => {
  const declared = contentKinds.flatMap(({ record }) => record?.name ?? [])
  expect(declared.toSorted()).toEqual(recordKinds.map(({ name }) => name).toSorted())
})

// Tests every capability of all kinds for each kind, so that a kind that was forgotten somewhere fails here.
for (const kind of recordKinds) {
  const api = `/api${kind.api}`
  const list = kind.page.replace(':slug/', '')
  const hasList = list !== '/'

  const body = (changes: object = {}) => sampleRecord(kind, { title: 'Quoins and ashlar', slug: 'quoins', ...changes })
  const write = async (method: string, path: string, sent?: object) => {
    const answer = await site.write(method, path, sent)
    expect([method, path, answer.status]).toEqual([method, path, answer.status < 300 ? answer.status : 200])
    return (answer.status === 204 ? undefined : await answer.json()) as RecordJson
  }
  const read = async (path: string, asEditor = true) => {
    const answer = await site.t.ask(path, { headers: asEditor ? { cookie: site.cookie() } : {} })
    const type = answer.headers.get('content-type') ?? ''
    return { status: answer.status, headers: answer.headers, json: type.includes('json') ? await answer.json() : null }
  }
  const rows = async (path: string, asEditor = true) => (await read(path, asEditor)).json as RecordJson[]
  const page = async (path: string) => {
    const answer = await site.t.ask(path)
    return { status: answer.status, headers: answer.headers, text: await answer.text() }
  }
  const make = (changes?: object) => write('POST', api, body(changes))

  describe(`a ${kind.noun.one}`, () => {
    test('is created, listed, shown and deleted', async () => {
      const { id } = await make()
      expect((await rows(api, false)).map(({ title }) => title)).toEqual(['Quoins and ashlar'])
      const shown = await page(`${list}quoins/`)
      expect(shown.status).toBe(200)
      expect(shown.text).toContain('Quoins and ashlar')
      if (hasList) expect((await page(list)).text).toContain('Quoins and ashlar')
      expect((await page(`/es${list}quoins/`)).status).toBe(200)
      await write('DELETE', `${api}/${id}`)
      expect((await page(`${list}quoins/`)).status).toBe(404)
    })

    test('is found by visitors and by editors in a search', async () => {
      await make({ translations: { es: { title: 'Sillares' } } })
      const [hit] = (await read('/api/search?q=ashlar', false)).json as { kind: string; url: string }[]
      expect(hit).toMatchObject({ kind: kind.name, url: `${list}quoins/` })
      const [found] = (await read(`/api/find?q=sillar&kinds=${kind.name}`)).json as { kind: string; language: string }[]
      expect(found).toMatchObject({ kind: kind.name, language: 'es' })
      expect(await read('/api/search?q=sillares&language=es', false)).toMatchObject({
        status: 200,
        json: [{ kind: kind.name, url: `/es${list}quoins/` }],
      })
      expect((await page('/search/?q=dowels')).text).toContain(`${list}quoins/`)
      expect(await rows(`${api}?status=all&q=ashla`)).toHaveLength(1)
      expect(await rows(`${api}?status=all&q=mortar`)).toEqual([])
    })

    test('has drafts, a schedule, a history and a trash', async () => {
      const { id } = await make({ status: 'draft' })
      expect(await rows(api, false)).toEqual([])
      expect((await make({ slug: 'later', publishedAt: '2999-01-01T00:00:00.000Z' })).status).toBe('scheduled')
      expect(await rows(api, false)).toEqual([])
      await write('PUT', `${api}/${id}`, body({ status: 'published' }))
      await write('PUT', `${api}/${id}/draft`, body({ title: 'A draft' }))
      expect((await rows(api, false)).map(({ title }) => title)).toEqual(['Quoins and ashlar'])
      const history = (await read(`${api}/${id}/revisions`)).json as { kind: string }[]
      expect(history.map((one) => one.kind)).toEqual(['draft', 'published', 'created'])
      await write('POST', `${api}/${id}/trash`, {})
      expect((await page(`${list}quoins/`)).status).toBe(404)
      expect((await rows(`${api}?status=trashed`)).map(({ status }) => status)).toEqual(['trashed'])
      await write('POST', `${api}/${id}/restore`, { status: 'published' })
      expect((await page(`${list}quoins/`)).status).toBe(200)
    })

    test('is purged from the trash, and its translation status computed, by jobs', () => {
      const names = jobs.map(({ name }) => name)
      expect(names).toContain(`empty the trash of ${kind.noun.many}`)
      expect(names).toContain(`publish translation states of ${kind.noun.many}`)
    })

    test('shows who has it open', async () => {
      const { id } = await make()
      const open = { kind: kind.name, id, window: 'a-window-of-hers' }
      expect((await site.write('POST', '/api/presence', open)).status).toBe(200)
    })

    test('has a preview', async () => {
      const answer = await site.write('POST', '/api/previews', {
        kind: kind.name,
        values: body({ title: 'Not yet' }),
        language: 'en',
      })
      expect(answer.status).toBe(201)
      const { url } = (await answer.json()) as { url: string }
      const shown = await page(new URL(url).pathname)
      expect(shown.status).toBe(200)
      expect(shown.text).toContain('Not yet')
    })

    test('redirects to its new address', async () => {
      const { id } = await make()
      await write('PUT', `${api}/${id}`, body({ slug: 'voussoirs' }))
      const moved = await page(`${list}quoins/`)
      expect([moved.status, moved.headers.get('location')]).toEqual([301, `${list}voussoirs/`])
    })

    test('is in the sitemap, in structured data, and has a picture for shared links', async () => {
      await make()
      expect((await page('/sitemap.xml')).text).toContain(`<loc>${host}${list}quoins/</loc>`)
      const { text } = await page(`${list}quoins/`)
      expect(text).toContain(`"@type":"${kind.schemaType}"`)
      expect(text).toContain('"@type":"BreadcrumbList"')
      const picture = /<meta property="og:image" content="([^"]*)"/.exec(text)?.[1] ?? ''
      const drawn = await site.t.ask(new URL(picture).pathname)
      const { width, height } = await sharp(await drawn.bytes()).metadata()
      expect([drawn.status, width, height]).toEqual([200, 1200, 630])
    })

    test('counts missing translations', async () => {
      const { id } = await make()
      expect((await read(`${api}/quoins?status=all`)).json).toMatchObject({ translation: { es: { state: 'missing' } } })
      expect(await rows('/api/translations')).toMatchObject([{ kind: kind.name, id }])
      const texts = Object.fromEntries(
        translatedNames(kind.fields).map((name) => {
          const { type } = (kind.fields as Fields)[name]!
          if (type === 'list') return [name, []]
          return [name, type === 'blocks' ? { text: { html: '<p>Texto</p>' } } : `<p>Texto de ${name}</p>`]
        }),
      )
      const translations = Object.fromEntries(otherLanguages.map((language) => [language, texts]))
      await write('PUT', `${api}/${id}`, body({ translations }))
      expect(await rows('/api/translations')).toEqual([])
    })

    test('is listed in the uses of library pictures', async () => {
      const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'teal' } })
        .png()
        .toBuffer()
      const item = await site.upload(picture, 'quoins.png')
      const html = `<p><img src="${item.url}" alt="Quoins"></p>`
      const { id } = await make(hasContent(kind) ? { content: html } : { blocks: [textBlock(html)] })
      const used = (await read(`/api/media/${item.id}`)).json
      const field = hasContent(kind) ? 'content' : 'blocks.0.html'
      expect(used).toMatchObject({ usedIn: [{ kind: kind.name, id, field, in: 'live' }] })
    })

    test('is in the activity log, and open windows get its events', async () => {
      const answer = await site.t.ask('/api/events', { headers: { cookie: site.cookie() } })
      const stream = eventStream(answer)
      try {
        await stream.take(1)
        const { id } = await make()
        const [change] = await stream.take(1)
        expect(change?.data).toMatchObject({ kind: kind.name, action: 'created', id })
        const lines = (await read(`/api/activity?kind=${kind.name}`)).json
        expect(lines).toMatchObject([{ action: 'created', kind: kind.name, title: 'Quoins and ashlar' }])
      } finally {
        await stream.close()
      }
    })

    test('is in archives, with its history', async () => {
      const { id } = await make()
      const content = await collectContent(site.t.services.db)
      await site.t.reset()
      expect(await rows(api, false)).toEqual([])
      await replaceContent(site.t.services, content)
      await until(async () => (await rows(api, false)).length === 1)
      expect((await rows(api, false))[0]).toMatchObject({ id, title: 'Quoins and ashlar' })
    })

    test('is in the API document', async () => {
      const document = (await read('/swagger/json')).json as { paths: Record<string, object>; tags: { name: string }[] }
      expect(Object.keys(document.paths)).toContain(`${api}/{key}/revisions`)
      const tags = (document.paths[api] as { get: { tags: string[] } }).get.tags
      expect(document.tags.map(({ name }) => name)).toEqual(expect.arrayContaining(tags))
    })

    test('has a screen in the admin, and all texts of kinds in both languages', () => {
      const screens: readonly Entry[] = allEntries
      expect(screens.map(({ path }) => path)).toContain(kind.screen)
      const said = ['add', 'edit', 'none', 'noneText', 'deleteText', 'created', 'updated', 'deleted']
      const failed = ['createFailed', 'updateFailed', 'deleteFailed']
      const named = [
        ...[...said, ...failed, ...Object.keys(kind.fields)].map((id) => `${kind.name}.${id}`),
        `activity.of.${kind.name}`,
        `media.kind.${kind.name}`,
        `translation.kind.${kind.name}`,
        `errors.${kind.name}NotFound`,
      ]
      for (const language of languages) {
        const texts = pageCatalog(language)
        expect(named.filter((id) => !(id in texts))).toEqual([])
      }
    })
  })
}
