import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import sharp from 'sharp'
import { byLanguage } from '#i18n/by-language'
import { languages, type OtherLanguage, otherLanguages } from '#i18n/language'
import { languageName } from '#i18n/language-names'
import { locales } from '#i18n/locales'
import { translate } from '#i18n/translate'
import { outbox } from '#platform/mail/table'
import { postInput } from '#test/inputs'
import { host, testLibrary } from '#test/library'

type Library = Awaited<ReturnType<typeof testLibrary>>
type RecordJson = { id: number; version: number; translation: Record<OtherLanguage, { state: string }> }

let site: Library
beforeAll(async () => {
  site = await testLibrary({
    siteUrl: host,
    mail: { url: 'smtp://127.0.0.1:1', from: 'site@acme.test', to: ['ada@acme.test'] },
  })
})
beforeEach(() => site.startAfresh())
afterAll(() => site.close())

const page = async (path: string, headers: Record<string, string> = {}) => {
  const answer = await site.t.ask(path, { headers })
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}
const read = async (path: string): Promise<unknown> => {
  const answer = await site.t.ask(path, { headers: { cookie: site.cookie() } })
  expect([path, answer.status]).toEqual([path, 200])
  return answer.json()
}
const write = async <Answer>(method: string, path: string, body?: unknown) => {
  const answer = await site.write(method, path, body)
  expect([method, path, answer.status, answer.ok]).toEqual([method, path, answer.status, true])
  return (await answer.json()) as Answer
}

/** A record translated into one language, with unique words. */
const inLanguage = (language: OtherLanguage, changes: object = {}) =>
  postInput({
    slug: 'quoins',
    title: 'Quoins',
    translations: {
      [language]: {
        title: 'Zwickelstein',
        excerpt: 'Zwickel',
        content: '<p>Zwickelwort</p>',
        slug: 'zwickel',
        ...changes,
      },
    },
  })

// Tests everything that differs by language for each language, so that one that was forgotten somewhere fails here.
for (const language of otherLanguages) {
  describe(`the site in ${languageName(language)}`, () => {
    const publish = (changes?: object) => write<RecordJson>('POST', '/api/blog', inLanguage(language, changes))

    test('has every public page under addresses of its own, which link those in other languages', async () => {
      for (const path of ['/', '/projects/', '/blog/', '/about/', '/contact/', '/legal/', '/search/']) {
        const { status, text } = await page(`/${language}${path}`)
        expect([path, status]).toEqual([path, 200])
        expect(text).toStartWith(`<!DOCTYPE html><html lang="${language}">`)
        expect(text).toContain(translate(language, 'nav.main'))
        if (path === '/search/') continue
        for (const other of languages) {
          const address = `${host}${other === 'en' ? '' : `/${other}`}${path}`
          expect(text.toLowerCase()).toContain(`hreflang="${other}" href="${address}"`)
        }
      }
      expect((await page('/about/', { cookie: `industria-language=${language}` })).text).toContain(`lang="${language}"`)
      expect((await page('/robots.txt')).text).toContain(`Disallow: /${language}/search/`)
      expect((await page('/sitemap.xml')).text).toContain(`<loc>${host}/${language}/about/</loc>`)
      expect((await page(`/${language}/llms.txt`)).status).toBe(200)
      expect((await page(`/${language}/admin/`)).status).toBe(404)
    })

    test('shows a post that is written in it, under its slug there, in lists, feed, search and Markdown', async () => {
      await publish()
      const { status, text } = await page(`/${language}/blog/zwickel/`)
      expect(status).toBe(200)
      expect(text).toContain('Zwickelwort')
      const moved = await page('/blog/zwickel/')
      expect([moved.status, moved.headers.get('location')]).toEqual([301, '/blog/quoins/'])
      expect((await page(`/${language}/blog/`)).text).toContain(`/${language}/blog/zwickel/`)
      expect((await page(`/${language}/blog/feed.xml`)).text).toContain('Zwickelstein')
      expect((await page('/sitemap.xml')).text).toContain(`<loc>${host}/${language}/blog/zwickel/</loc>`)
      expect((await page(`/${language}/blog/zwickel/index.md`)).text).toContain('Zwickelwort')
      expect((await page(`/${language}/search/?q=zwickelwort`)).text).toContain(`/${language}/blog/zwickel/`)
      expect(await read(`/api/search?q=zwickelwort&language=${language}`)).toMatchObject([
        { url: `/${language}/blog/zwickel/` },
      ])
    })

    test('is tracked: what is translated, outdated, confirmed, and what a version said', async () => {
      const { id } = await publish()
      const told = async () => ((await read('/api/blog/quoins?status=all')) as RecordJson).translation[language].state
      expect(await told()).toBe('complete')
      const taken = await site.write('POST', '/api/blog', inLanguage(language, { slug: 'zwickel' }))
      expect(taken.status).toBe(409)
      await write('PUT', `/api/blog/${id}`, { ...inLanguage(language), title: 'Ashlar' })
      expect(await told()).toBe('outdated')
      expect(await read(`/api/blog/${id}/translations/${language}`)).toMatchObject({
        changes: { title: { before: 'Quoins', after: 'Ashlar' } },
      })
      expect(await read('/api/translations')).toMatchObject([{ id, [language]: { state: 'outdated' } }])
      await write('POST', `/api/blog/${id}/translations/${language}/confirm`, { fields: ['title'] })
      expect(await told()).toBe('complete')
      await write('PUT', `/api/blog/${id}/draft`, inLanguage(language, { title: 'Schlussstein' }))
      expect((await page(`/${language}/blog/zwickel/`)).text).toContain('Zwickelstein')
      expect(await read(`/api/blog/${id}/revisions/3`)).toMatchObject({
        values: { translations: { [language]: { title: 'Schlussstein' } } },
      })
      expect(await read('/api/blog?status=all&q=zwickelst')).toMatchObject([{ id }])
      const missing = otherLanguages.length > 1 ? [{ id }] : []
      expect(await read('/api/blog?status=all&translation=missing')).toMatchObject(missing)
    })

    test('has a preview, and alternative texts', async () => {
      const { url } = await write<{ url: string }>('POST', '/api/previews', {
        kind: 'post',
        values: inLanguage(language),
        language,
      })
      const shown = await page(new URL(url).pathname)
      expect(shown.text).toContain(`lang="${language}"`)
      expect(shown.text).toContain('Zwickelwort')
      const bytes = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'teal' } })
        .png()
        .toBuffer()
      const item = await site.upload(bytes, 'quoins.png')
      const described = { alt: { [language]: 'Ein Zwickelbild' } }
      expect(await write<object>('PUT', `/api/media/${item.id}`, described)).toMatchObject({
        alt: { ...byLanguage(() => ''), ...described.alt },
      })
      expect(await read('/api/media?q=zwickelbild')).toMatchObject({ items: [{ id: item.id }] })
      await publish({ content: `<p><img src="${item.url}"></p>` })
      expect((await page(`/${language}/blog/zwickel/`)).text).toContain('alt="Ein Zwickelbild"')
    })

    test('accepts subscriptions and sends mails and newsletters', async () => {
      const joined = await site.t.ask('/api/waitlist', {
        method: 'POST',
        body: JSON.stringify({ email: 'bob@example.com', news: true }),
        headers: { 'content-type': 'application/json', origin: host, referer: `${host}/${language}/` },
      })
      expect(joined.status).toBe(201)
      expect(await read('/api/waitlist')).toMatchObject([{ language }])
      const [mail] = await site.t.services.db.select().from(outbox)
      expect(mail?.letter.html).toContain(`lang="${language}"`)
      const { id } = await publish()
      const letter = await write<{ id: number }>('POST', '/api/newsletters', {
        post: id,
        subject: { en: 'Quoins', [language]: 'Zwickelbrief' },
        audience: language,
      })
      expect(letter).toMatchObject({ audience: language, subject: { en: 'Quoins', [language]: 'Zwickelbrief' } })
      expect(await read(`/api/newsletters/${letter.id}/preview`)).toMatchObject({
        [language]: { language, subject: 'Zwickelbrief' },
      })
    })

    test('has texts and a menu of the owner, and is in the API document', async () => {
      await write('PUT', '/api/site/texts', { 'nav.about': { [language]: 'Zwickelseite' } })
      await write('PUT', '/api/site', {
        navigation: [{ label: { en: 'Start', [language]: 'Zwickelstart' }, href: '/blog/', children: [] }],
        footer: { en: 'Foot', [language]: 'Zwickelfuss' },
      })
      const { text } = await page(`/${language}/about/`)
      for (const own of ['Zwickelstart', 'Zwickelfuss']) expect(text).toContain(own)
      expect(text).toContain(locales[language])
      await write('PUT', '/api/site', { navigation: null, footer: null })
      expect(await read('/api/site/texts?q=zwickelseite')).toMatchObject([{ values: { [language]: 'Zwickelseite' } }])
      const document = (await read('/swagger/json')) as { paths: Record<string, object> }
      expect(Object.keys(document.paths)).toContain(`/api/blog/{key}/translations/${language}/confirm`)
      expect(JSON.stringify(document)).toContain(`"${language}"`)
    })
  })
}
