import { sampleName } from '#contract/site'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { byLanguage } from '#i18n/by-language'
import { siteSettings } from '#platform/owner/table'
import { createLog } from '#platform/log/log'
import { testConfig } from '#test/api'
import { testPipeline } from '#test/pipeline'
import { createRefusal } from './request-pipeline'
import { readVisit } from '#app/visit'
import type { SiteLook, SitePicture } from '#app/look/site-look'

test('the static error page includes the font that it uses', async () => {
  const log = createLog('silent', false)
  const refuse = createRefusal({ config: testConfig, log }, { last: () => ({ name: 'Acme', accent: null }) })
  const html = await refuse(readVisit(new Request('https://acme.test/')), new Error('broken')).text()
  expect(html).toMatch(/font:[^;]*Archivo/)
  expect(html).toContain('@font-face{font-family:Archivo;src:url(/fonts/archivo.woff2)')
})

test('the error page has the mark of the sample company for itself, or the logo that the owner has chosen', async () => {
  const log = createLog('silent', false)
  const logo: SitePicture = {
    url: '/media/1/logo.png',
    picture: {
      hash: 'a',
      width: 600,
      height: 150,
      focus: { x: 0.5, y: 0.5 },
      alt: byLanguage(() => ''),
      decorative: false,
      colour: null,
      sort: 'still',
    },
    read: () => Promise.reject(new Error('not read')),
    isSeenThrough: false,
    lost: [],
    edge: '#ffffff',
  }
  const read = (look: SiteLook) => {
    const refuse = createRefusal({ config: testConfig, log }, { last: () => look })
    return refuse(readVisit(new Request('https://acme.test/')), new Error('broken')).text()
  }
  const built = await read({ name: sampleName, accent: null })
  expect([built.includes('<svg'), built.includes('<img')]).toEqual([true, false])
  const named = await read({ name: 'Acme', accent: null })
  expect([named.includes('<svg'), named.includes('<img')]).toEqual([false, false])
  const own = await read({ name: 'Acme', accent: null, logo })
  expect([own.includes('<svg'), own.includes('<img src="/logo.png" alt="Acme">')]).toEqual([false, true])
})

test('where the error page cannot be made, its answer is a sentence with the security headers', async () => {
  const logged: unknown[] = []
  const log = { ...createLog('silent', false), error: (...line: unknown[]) => void logged.push(line) }
  const broken = { last: () => ({ name: 'Acme', accent: '#112233"><h1>' }) }
  const refuse = createRefusal({ config: { ...testConfig, siteUrl: 'https://acme.test' }, log }, broken)
  for (const path of ['/', '/admin/', '/blog/%E0%A4%A/']) {
    const answer = refuse(readVisit(new Request(`https://acme.test${path}`)), new Error('the first error'))
    expect([answer.status, await answer.text()]).toEqual([500, 'Internal Server Error'])
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(answer.headers.get('strict-transport-security')).not.toBeNull()
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(answer.headers.get('x-request-id')).not.toBeNull()
  }
  // Both the first error and that of its page.
  expect(logged.length).toBe(6)
})

describe('stored settings that no release would have stored', () => {
  let site: Awaited<ReturnType<typeof testPipeline>>
  beforeAll(async () => void (site = await testPipeline()))
  beforeEach(() => site.reset())
  afterAll(() => site.close())

  async function store(values: object) {
    await site.services.db
      .insert(siteSettings)
      .values({ id: 1, values })
      .onConflictDoUpdate({ target: siteSettings.id, set: { values } })
    await site.services.cacheTags.touch('all')
  }

  test('a colour that is none is the built-in one, on every page and in every error', async () => {
    const read = async (path: string, method = 'GET') => {
      const answer = await site.ask(path, { method })
      return [answer.status, await answer.text()] as const
    }
    await store({ name: 'Quoin' })
    const [, before] = await read('/about/')
    expect(before).toContain('Quoin')
    for (const accent of ['#112233"><h1>', 'red', '#12', '', 7, null, ['#112233']]) {
      await store({ name: 'Quoin', accent })
      expect(await read('/about/')).toEqual([200, before])
      for (const path of ['/', '/admin/', '/es/blog/', '/nothing/here/']) {
        const [status, html] = await read(path)
        expect([accent, path, status]).toEqual([accent, path, path.startsWith('/nothing') ? 404 : 200])
        expect(html).not.toContain('<h1>"')
      }
      const [status, html] = await read('/about/', 'PUT')
      expect([status, html.includes('Quoin')]).toEqual([405, true])
    }
  })

  test('values of another shape end in an answer with the security headers', async () => {
    for (const values of [{ name: { en: 'x' } }, { navigation: 7 }, { social: 'x' }, { copyright: null }]) {
      await store(values)
      for (const path of ['/', '/admin/', '/nothing/here/', '/api/site']) {
        const answer = await site.ask(path)
        expect(answer.headers.get('content-security-policy')).not.toBeNull()
        expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
      }
    }
  })
})
