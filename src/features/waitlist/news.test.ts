import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { users } from '#auth/table'
import { setOwnTexts } from '#i18n/translate'
import { byLanguage } from '#i18n/by-language'
import type { Config } from '#platform/config'
import { outbox } from '#platform/mail/table'
import { readSettings } from '#platform/owner/settings'
import { testPipeline } from '#test/pipeline'
import { collectContent, replaceContent } from '#test/site-content'
import type { Subscriber } from './contract'

const siteUrl = 'https://acme.test'
const mail: Partial<Config> = {
  throttle: false,
  siteUrl,
  mail: { url: 'smtp://127.0.0.1:1', from: 'site@acme.test', to: ['ada@acme.test'] },
}

let t: Awaited<ReturnType<typeof testPipeline>>
let cookie: string
beforeAll(async () => {
  t = await testPipeline({ config: mail })
})
beforeEach(async () => {
  await t.reset()
  await t.services.cacheTags.touch('all')
  cookie = await t.signIn(siteUrl)
})
afterAll(async () => {
  // Interface texts are global in a process.
  setOwnTexts(byLanguage(() => ({})))
  await t.close()
})

const ask = async <Body = object>(method: string, path: string, body?: unknown, headers: object = { cookie }) => {
  const answer = await t.ask(path, {
    method,
    headers: { origin: siteUrl, ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  return {
    status: answer.status,
    text,
    body: (text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : {}) as Body,
  }
}
const choose = async (body: object) => {
  const answer = await ask('PUT', '/api/settings', body)
  expect([answer.status, answer.status === 200 ? '' : answer.text]).toEqual([200, ''])
  return answer.body
}
const join = (email: string, referer = `${siteUrl}/`) =>
  ask<{ message: string }>('POST', '/api/waitlist', { email }, { referer })
const mails = () => t.services.db.select().from(outbox).orderBy(outbox.id)
const subscribers = async () => (await ask<Subscriber[]>('GET', '/api/waitlist')).body
const press = (path: string) =>
  t.ask(path, { method: 'POST', body: '', headers: { 'content-type': 'application/x-www-form-urlencoded' } })
async function links() {
  const { text } = (await mails()).at(-1)!.letter
  const path = (kind: string) => new RegExp(`https://acme\\.test(/${kind}/[\\w-]{43}/)`).exec(text)?.[1] ?? ''
  return { confirm: path('waitlist/confirm'), leave: path('unsubscribe') }
}

const words = { en: /waitlist|early access/i, es: /lista de espera|acceso anticipado/i }
const newsletter = { en: /newsletter/i, es: /boletín/i }
/** What a reader sees of HTML or text. */
const seen = (html: string) => html.replaceAll(/<[^>]*>|https?:\/\/\S+/g, ' ')
const section = (html: string) => /<section class="waitlist[^]*?<\/section>/.exec(html)?.[0] ?? ''
const button = (html: string) => /<a class="button button-signal" href="#waitlist">([^<]*)/.exec(html)?.[1]

describe('the sign-up of a site', () => {
  test('is for the waitlist until the owner chooses; another value is refused', async () => {
    expect(await ask('GET', '/api/settings')).toMatchObject({ body: { signUp: 'waitlist', welcome: null } })
    expect((await ask('PUT', '/api/settings', { signUp: 'letters' })).status).toBe(422)
    expect(section((await ask('GET', '/')).text)).toContain('Join the Waitlist')
    expect(await choose({ signUp: 'news' })).toMatchObject({ signUp: 'news', messagesKeptDays: null })
    expect(await ask('GET', '/api/settings')).toMatchObject({ body: { signUp: 'news' } })
  })

  test('for the newsletter speaks of it alone: on pages, in answers, mails and behind their links', async () => {
    const content = { heroCta: 'Join the waitlist', translations: { es: { heroCta: 'Unirse a la lista de espera' } } }
    await ask('POST', '/api/page-contents', { page: 'home', content: JSON.stringify(content) })
    expect(button((await ask('GET', '/')).text)).toBe('Join the waitlist')
    await choose({ signUp: 'news' })
    for (const [language, root] of [
      ['en', '/'],
      ['es', '/es/'],
    ] as const) {
      const home = (await ask('GET', root)).text
      expect(seen(section(home))).toMatch(newsletter[language])
      expect(seen(section(home))).not.toMatch(words[language])
      expect(section(home)).not.toContain('name="news"')
      expect(button(home)).toBe(language === 'en' ? 'Subscribe' : 'Suscribirme')

      const { status, body } = await join(`bob@${language}.test`, `${siteUrl}${root}`)
      expect(status).toBe(201)
      const said = [body.message, `${(await mails()).at(-1)!.subject} ${(await mails()).at(-1)!.letter.text}`]
      const { confirm, leave } = await links()
      for (const path of [confirm, leave]) said.push((await ask('GET', path)).text, await (await press(path)).text())
      for (const text of said.map(seen)) {
        expect(text).toMatch(language === 'en' ? /newsletter|subscribed/i : /boletín|suscri|de baja/i)
        expect(text).not.toMatch(words[language])
      }
    }
  })

  test('for the newsletter asks for news without a tick, which confirming grants', async () => {
    await join('early@x.test')
    const early = await links()
    await choose({ signUp: 'news' })
    await join('bob@x.test')
    await press((await links()).confirm)
    // This link is older, but its page asked for the newsletter.
    await press(early.confirm)
    expect((await subscribers()).map(({ email, state, news }) => `${email} ${state} ${news}`)).toEqual([
      'early@x.test confirmed true',
      'bob@x.test confirmed true',
    ])
    expect((await mails()).at(-1)!.letter.text).not.toContain('as well')
  })

  test('may be off: no form and no link to it, and a sign-up is refused; those who signed up can still leave', async () => {
    await join('bob@x.test')
    const { leave } = await links()
    await choose({ signUp: 'off' })
    for (const root of ['/', '/es/']) {
      const { text } = await ask('GET', root)
      expect(text).not.toContain('id="waitlist"')
      expect(text).not.toContain('href="#waitlist"')
      expect(text).not.toContain('waitlist-form')
    }
    const refused = await join('eva@x.test')
    expect([refused.status, refused.body.message]).toEqual([409, 'Sign-ups are closed'])
    const posted = await t.ask('/', {
      method: 'POST',
      body: 'email=eva@x.test',
      headers: { origin: siteUrl, 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(posted.status).toBe(409)
    expect((await subscribers()).map(({ email }) => email)).toEqual(['bob@x.test'])
    expect((await ask('GET', leave)).text).toContain('Unsubscribe from the newsletter?')
    expect((await press(leave)).status).toBe(200)
    await choose({ signUp: 'waitlist' })
    expect(section((await ask('GET', '/')).text)).toContain('Join the Waitlist')
  })

  test('is on blocks of pages as well', async () => {
    const text = { title: '', text: '' }
    const page = {
      title: 'Landing',
      status: 'published',
      blocks: [
        { id: 'a', type: 'text', html: '<p>Words</p>' },
        { id: 'b', type: 'waitlist', ...text },
      ],
    }
    expect((await ask('POST', '/api/pages', page)).status).toBe(201)
    const shown = async () => (await ask('GET', '/landing/')).text
    expect(await shown()).toContain('name="news"')
    await choose({ signUp: 'news' })
    const label = async () =>
      (await ask<{ type: string; label: object }[]>('GET', '/api/block-types')).body.find(
        ({ type }) => type === 'waitlist',
      )
    expect(JSON.stringify(await label())).toContain('Newsletter form')
    expect(await shown()).toContain('>Subscribe<')
    expect(await shown()).not.toContain('name="news"')
    await choose({ signUp: 'off' })
    expect(await shown()).toContain('Words')
    expect(await shown()).not.toContain('block-waitlist')
  })

  test('has texts of its own, which the owner can change', async () => {
    await choose({ signUp: 'news' })
    expect(
      (await ask('PUT', '/api/site/texts', { 'news.waitlist.title': { en: 'Letters from the harbour' } })).status,
    ).toBe(200)
    expect(section((await ask('GET', '/')).text)).toContain('Letters from the harbour')
  })
})

describe('the welcome mail', () => {
  const welcome = {
    subject: { en: 'Welcome aboard', es: '' },
    text: { en: '<p>Begin <a href="/about/">here</a>.</p><script>x</script>', es: '' },
  }

  test('is sent after the confirmation, once, with a link to unsubscribe', async () => {
    expect(await choose({ welcome })).toMatchObject({ welcome: { subject: welcome.subject } })
    await join('bob@x.test', `${siteUrl}/es/`)
    const { confirm } = await links()
    await ask('GET', confirm)
    expect((await mails()).map(({ kind }) => kind)).toEqual(['confirmation'])
    await press(confirm)
    await press(confirm)
    const [, sent, ...more] = await mails()
    expect([sent?.kind, sent?.to, sent?.about, more.length]).toEqual(['welcome', 'bob@x.test', 'subscriber:1', 0])
    // Written in English alone.
    expect(sent?.letter.subject).toBe('Welcome aboard')
    expect(sent?.letter.html).toContain(`href="${siteUrl}/about/"`)
    expect(sent?.letter.html).not.toContain('script')
    const { leave } = await links()
    expect(sent?.letter.headers).toMatchObject({ 'List-Unsubscribe': `<${siteUrl}${leave}>` })
    // Whoever leaves and comes back gets no second one; what waits is withdrawn.
    await press(leave)
    expect((await mails()).map(({ kind }) => kind)).not.toContain('welcome')
    await press(confirm)
    expect((await subscribers())[0]?.state).toBe('confirmed')
    expect((await mails()).map(({ kind }) => kind)).not.toContain('welcome')
    expect((await ask<object[]>('GET', '/api/outbox')).status).toBe(200)
  })

  test('is optional, needs a subject and a text, and can be tried', async () => {
    const refused = await ask<{ issues: { path: string }[] }>('PUT', '/api/settings', {
      welcome: { subject: { en: 'Hi' }, text: { en: '<p></p>' } },
    })
    expect([refused.status, refused.body.issues.map(({ path }) => path)]).toEqual([422, ['welcome.text.en']])
    const tryOut = (body: object = {}) =>
      ask<{ to?: string; message?: string }>('POST', '/api/settings/welcome/test', body)
    const preview = (language: string) => ask('GET', `/api/settings/welcome/html?language=${language}`)
    expect([(await tryOut()).status, (await preview('en')).status]).toEqual([409, 404])
    await choose({ welcome: { subject: { en: 'Hi', es: 'Hola' }, text: { en: '<p>You</p>', es: '<p>Usted</p>' } } })
    expect((await tryOut()).body.message).toBe('Your account has no email address: add one first')
    await t.services.db.update(users).set({ email: 'me@acme.test' })
    expect((await tryOut({ language: 'es' })).body).toEqual({ to: 'me@acme.test' })
    expect((await mails()).map(({ kind, to, subject }) => `${kind} ${to} ${subject}`)).toEqual([
      'welcome me@acme.test Hola',
    ])
    expect((await preview('es')).text).toContain('Usted')
    expect((await t.ask('/api/settings/welcome/html')).status).toBe(401)
    await choose({ welcome: null })
    await join('bob@x.test')
    await press((await links()).confirm)
    expect((await mails()).filter(({ kind, to }) => kind === 'welcome' && to === 'bob@x.test')).toEqual([])
  })
})

test('archives carry the sign-up, the welcome mail and the letters', async () => {
  const welcome = { subject: { en: 'Hi', es: '' }, text: { en: '<p>You</p>', es: '' } }
  await choose({ signUp: 'news', welcome })
  const letter = {
    title: { en: 'News', es: '' },
    body: { en: '<p>We moved.</p>', es: '' },
    audience: 'all',
    segment: { joinedFrom: '2026-01-01', state: 'waitlist' },
  }
  const made = (await ask<{ id: number }>('POST', '/api/newsletters', letter)).body
  const rows = async () => {
    const { newsletters } = await collectContent(t.services.db)
    return newsletters
  }
  const before = await rows()
  const archive = await collectContent(t.services.db)
  await choose({ signUp: 'off', welcome: null })
  await ask('DELETE', `/api/newsletters/${made.id}`)
  await replaceContent(t.services, archive)
  expect(await readSettings(t.services.db, t.services.config)).toMatchObject({ signUp: 'news', welcome })
  expect(before).toMatchObject([
    { id: made.id, title: letter.title, body: letter.body, joinedFrom: '2026-01-01', readerState: 'waitlist' },
  ])
  expect(await rows()).toEqual(before)
})
