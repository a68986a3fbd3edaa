import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { eq, sql } from 'drizzle-orm'
import PostalMime from 'postal-mime'
import { features } from '#app/features'
import { users } from '#auth/table'
import { posts } from '#features/posts/table'
import { waitlistSubscribers } from '#features/waitlist/table'
import { sendDue } from '#platform/mail/send'
import { mailPace, outbox } from '#platform/mail/table'
import type { Services } from '#platform/services'
import { setTimeZone } from '#i18n/site-zone'
import { testPipeline } from '#test/pipeline'
import { startMailServer } from '#test/network/mail-server'
import type { Newsletter, NewsletterPreview } from './contract'
import { newsletterRuns, newsletters } from './table'

const siteUrl = 'https://acme.test'
const noSuchMailbox = Object.assign(new Error('5.1.1 No such user'), { responseCode: 550 })
const refused = Object.assign(new Error('5.7.1 Not from you'), { responseCode: 550 })

let server: Awaited<ReturnType<typeof startMailServer>>
let t: Awaited<ReturnType<typeof testPipeline>>
let cookie: string
let isRefusing = true
beforeAll(async () => {
  server = await startMailServer({
    onRcptTo: ({ address }, _, done) =>
      done(
        isRefusing ? (address.startsWith('nobody') ? noSuchMailbox : address.startsWith('no') ? refused : null) : null,
      ),
  })
  const mail = { url: `smtp://127.0.0.1:${server.port}`, from: 'site@acme.test', to: ['ada@acme.test'] }
  t = await testPipeline({ config: { throttle: false, siteUrl, mail, mailFrom: mail.from, mailRate: 60_000 } })
})
beforeEach(async () => {
  await t.reset()
  cookie = await t.signIn(siteUrl)
  isRefusing = true
  server.taken.length = server.recipients.length = 0
})
afterAll(async () => {
  await t.close()
  await server.close()
})

const ask = async <Body = Newsletter>(method: string, path: string, body?: unknown, headers: object = {}) => {
  const answer = await t.ask(`/api${path}`, {
    method,
    headers: {
      cookie,
      origin: siteUrl,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  return { status: answer.status, headers: answer.headers, body: (text === '' ? undefined : JSON.parse(text)) as Body }
}
const spanish = { title: 'Medir', excerpt: 'Con un cronómetro.', content: '<p>Empezamos con un cronómetro.</p>' }
const post = (values: object = {}) =>
  ask<{ id: number; slug: string }>('POST', '/blog', {
    title: 'Measuring & counting',
    excerpt: 'Two weeks with a stopwatch.',
    imageUrl: '/images/about-workshop.webp',
    content:
      '<h2>How</h2><p>See <a href="/about/">who we are</a>, or <a href="https://other.test/x?a=1&amp;b=2">another site</a>.</p><ul><li>One</li></ul><p><img src="/images/chart.png" alt="A chart"></p>',
    translations: { es: spanish },
    ...values,
  })
const readers = (...rows: Partial<typeof waitlistSubscribers.$inferInsert>[]) =>
  t.services.db
    .insert(waitlistSubscribers)
    .values(rows.map((row) => ({ email: '', state: 'confirmed' as const, news: true, emailKey: row.email, ...row })))
const draft = async (values: object = {}) => {
  const { id } = (await post()).body
  return (await ask('POST', '/newsletters', { post: id, audience: 'all', ...values })).body
}
const job = features.flatMap(({ jobs = [] }) => jobs).find(({ name }) => name === 'send newsletters')!
/** Runs the jobs of one process, or of another. */
const work = async (services: Services = t.services) => {
  if ('runInEach' in job) await job.runInEach(services)
  await sendDue(services)
}
const goOut = async (id: number) => {
  for (let turn = 0; turn < 20; turn++) {
    await work()
    const { body } = await ask('GET', `/newsletters/${id}`)
    if (body.state === 'sent' || body.state === 'cancelled') return body
  }
  throw new Error('It was never sent')
}
const letters = () => t.services.db.select().from(outbox).where(eq(outbox.kind, 'letter')).orderBy(outbox.id)
const subscriber = async (email: string) =>
  (await ask<{ email: string; state: string; news: boolean }[]>('GET', '/waitlist')).body.find(
    (row) => row.email === email,
  )

test('a newsletter is created, changed with If-Match, and deleted while it is a draft', async () => {
  const made = await draft({ introduction: { en: 'Dear all', es: '' } })
  expect(made).toMatchObject({
    subject: { en: 'Measuring & counting', es: 'Medir' },
    hasOwnSubject: false,
    introduction: { en: 'Dear all', es: '' },
    state: 'draft',
    sendAt: null,
    total: 0,
    sent: 0,
    failed: 0,
    bounced: 0,
    unsubscribed: 0,
    version: 1,
  })
  const path = `/newsletters/${made.id}`
  expect((await ask('GET', path)).headers.get('etag')).toBe('"1"')
  const input = { post: made.post, audience: 'es', subject: { en: '\r\nNews ', es: 'Noticias' } }
  const changed = await ask('PUT', path, input, { 'if-match': '"1"' })
  expect(changed.status).toBe(200)
  expect(changed.body).toMatchObject({
    version: 2,
    subject: { en: 'News', es: 'Noticias' },
    hasOwnSubject: true,
    introduction: null,
  })
  for (const [method, body] of [
    ['PUT', input],
    ['DELETE', undefined],
  ] as const)
    expect((await ask(method, path, body, { 'if-match': '"1"' })).status).toBe(412)
  for (const step of ['send', 'cancel'])
    expect((await ask('POST', `${path}/${step}`, {}, { 'if-match': '"1"' })).status).toBe(412)
  for (const wrong of [{}, { ...input, post: 99 }, { ...input, audience: 'fr' }, { ...input, subject: { es: 'x' } }])
    expect((await ask('PUT', path, wrong)).status).toBe(422)
  expect((await ask<Newsletter[]>('GET', '/newsletters')).body.map(({ id }) => id)).toEqual([made.id])
  expect((await ask('DELETE', path, undefined, { 'if-match': '"2"' })).status).toBe(204)
  expect((await ask('GET', path)).status).toBe(404)
  const entries = (await ask<{ action: string; title: string }[]>('GET', '/activity?kind=newsletter')).body
  expect(entries.map(({ action, title }) => `${action} ${title}`)).toEqual([
    'deleted News',
    'updated News',
    'created Measuring & counting',
  ])
})

test('it cannot be sent without a recipient, a live post or a mail server, nor twice', async () => {
  const { id, post: postId } = await draft({ audience: 'es' })
  const send = (body?: unknown) => ask<{ message: string }>('POST', `/newsletters/${id}/send`, body)
  await readers({ email: 'en@x.test' }, { email: 'pending@x.test', state: 'pending', language: 'es' })
  const answers = [await send()]
  await readers({ email: 'es@x.test', language: 'es' })
  expect((await ask('GET', '/newsletters/readers')).body as object).toEqual({ all: 2, en: 1, es: 1 })
  await t.services.db.update(posts).set({ status: 'draft' })
  answers.push(await send(), await ask<{ message: string }>('POST', `/newsletters/${id}/test`))
  await t.services.db.update(posts).set({ status: 'published' })
  const { mail } = t.services.config
  t.services.config.mail = undefined
  answers.push(await send())
  t.services.config.mail = mail
  expect(answers.map(({ status, body }) => `${status} ${body.message}`)).toEqual([
    '409 Nobody has asked for news in this language yet',
    '409 Visitors can’t read this post: publish it first',
    '409 Your account has no email address: add one first',
    '409 This site can’t send mail',
  ])
  const repeated = await Promise.all([send(), send({}), send()])
  expect(repeated.map(({ status }) => status).toSorted()).toEqual([202, 409, 409])
  expect((await goOut(id)).sent).toBe(1)
  expect([(await send()).status, (await ask('POST', `/newsletters/${id}/cancel`)).status]).toEqual([409, 409])
  expect((await ask('PUT', `/newsletters/${id}`, { post: postId, audience: 'all' })).status).toBe(409)
  expect((await ask('DELETE', `/newsletters/${id}`)).status).toBe(409)
})

test('each recipient gets it once, in their language, with links of their own; unsubscribing by it is counted', async () => {
  await readers(
    { email: 'bob@x.test' },
    { email: 'eva@x.test', language: 'es' },
    { email: 'nobody@x.test' },
    { email: 'no@x.test' },
    { email: 'gone@x.test' },
    { email: 'silent@x.test', news: false },
    { email: 'left@x.test', state: 'unsubscribed' },
  )
  const { id } = await draft({ introduction: { en: 'Dear all', es: 'Hola' } })
  expect((await ask('POST', `/newsletters/${id}/send`, { at: '2020-01-01T00:00:00Z' })).body).toMatchObject({
    state: 'sending',
    total: 5,
  })
  await ask('POST', '/privacy/erase', { email: 'gone@x.test' })
  // Two processes at the same time.
  await Promise.all([work(), work({ ...t.services })])
  const sent = await goOut(id)
  expect(sent).toMatchObject({ state: 'sent', total: 4, sent: 2, failed: 1, bounced: 1, unsubscribed: 0 })
  expect(server.recipients.flat().toSorted()).toEqual(['bob@x.test', 'eva@x.test'])
  expect((await letters()).map(({ to, state }) => `${to} ${state}`)).toEqual([
    'bob@x.test sent',
    'eva@x.test sent',
    'nobody@x.test failed',
    'no@x.test failed',
  ])
  expect([(await subscriber('nobody@x.test'))?.state, (await subscriber('no@x.test'))?.state]).toEqual([
    'bounced',
    'confirmed',
  ])

  const mails = await Promise.all(server.taken.map((mail) => PostalMime.parse(mail)))
  const [en, es] = ['Measuring & counting', 'Medir'].map((subject) => mails.find((mail) => mail.subject === subject)!)
  const header = (mail: typeof en, name: string) => mail!.headers.find(({ key }) => key === name)?.value
  expect(header(en, 'list-id')).toBe('<letters.acme.test>')
  expect(header(en, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
  const leave = header(en, 'list-unsubscribe')!.slice(1, -1)
  expect(leave).toMatch(/^https:\/\/acme\.test\/unsubscribe\/[\w-]{43}\/$/)
  expect(header(es, 'list-unsubscribe')).not.toContain(leave)
  for (const part of [en!.text!, en!.html!]) {
    for (const said of ['Dear all', 'Two weeks with a stopwatch.', 'https://acme.test/about/', 'One', 'A chart', leave])
      expect(part).toContain(said)
    expect(part).not.toContain('leave.invalid')
  }
  expect(en!.html).toContain('<html lang="en">')
  expect(en!.html).toContain('href="https://other.test/x?a=1&amp;b=2"')
  expect(en!.html).toContain('src="https://acme.test/images/chart.png" alt="A chart"')
  expect(
    [...en!.html!.matchAll(/src="([^"]*)"/g)].every(([, src]) =>
      /^https:\/\/acme\.test\/(images\/|icon-192\.png$)/.test(src!),
    ),
  ).toBe(true)
  expect(es!.html).toContain('<html lang="es">')
  expect(es!.html).toContain('https://acme.test/es/blog/')
  for (const said of ['Hola', 'Empezamos con un cronómetro.', 'Darse de baja']) expect(es!.text).toContain(said)

  const path = new URL(leave).pathname
  const press = () =>
    t.ask(path, {
      method: 'POST',
      body: 'List-Unsubscribe=One-Click',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
  expect([(await press()).status, (await press()).status]).toEqual([200, 200])
  expect((await ask('GET', `/newsletters/${id}`)).body.unsubscribed).toBe(1)
  expect(await subscriber('bob@x.test')).toMatchObject({ state: 'unsubscribed', news: false })

  // A refused mail is sent on a retry, and counted.
  isRefusing = false
  const failed = (await letters()).find(({ to }) => to === 'no@x.test')!
  expect((await ask('POST', `/outbox/${failed.id}/retry`)).status).toBe(200)
  for (let turn = 0; turn < 3; turn++) await work()
  expect((await ask('GET', `/newsletters/${id}`)).body).toMatchObject({ state: 'sent', sent: 3, failed: 0, bounced: 1 })
  expect(await t.services.db.$count(newsletterRuns)).toBe(0)
})

describe('a queued newsletter', () => {
  test('is sent at its time; a restored site sends nothing of it', async () => {
    await readers({ email: 'bob@x.test' })
    const { id } = await draft()
    const at = new Date(Date.now() + 3_600_000).toISOString()
    const scheduled = await ask('POST', `/newsletters/${id}/send`, { at })
    expect([scheduled.status, scheduled.body.state, scheduled.body.sendAt]).toEqual([202, 'scheduled', at])
    expect((await ask('PUT', `/newsletters/${id}`, { post: scheduled.body.post, audience: 'en' })).body).toMatchObject({
      state: 'scheduled',
      sendAt: at,
    })
    await work()
    expect(await letters()).toEqual([])
    await t.services.db.update(newsletterRuns).set({ sendAt: sql`now()` })
    expect((await goOut(id)).sent).toBe(1)
    expect((await ask<{ user: null; action: string }[]>('GET', '/activity?kind=newsletter')).body[0]).toMatchObject({
      user: null,
      action: 'sent',
    })
    await t.services.db.update(newsletters).set({ state: 'scheduled' })
    await work()
    expect((await ask('GET', `/newsletters/${id}`)).body).toMatchObject({ state: 'draft', sendAt: null })
    await t.services.db.update(newsletters).set({ state: 'sending' })
    expect((await goOut(id)).state).toBe('cancelled')
    expect(await letters()).toHaveLength(1)
  })

  test('lets its job sleep until its time, and while all its mails wait in the outbox', async () => {
    const untilDue = async () => ('untilDue' in job ? job.untilDue?.(t.services) : undefined)
    await readers({ email: 'ada@acme.test' }, { email: 'bob@acme.test' })
    const { id } = await draft()
    expect(await untilDue()).toBe(Infinity)
    const at = new Date(Date.now() + 60_000).toISOString()
    await ask('POST', `/newsletters/${id}/send`, { at })
    expect(await untilDue()).toBeWithin(50_000, 60_001)
    await ask('POST', `/newsletters/${id}/cancel`, {})
    await ask('POST', `/newsletters/${id}/send`, {})
    expect(await untilDue()).toBe(0)
    if ('runInEach' in job) await job.runInEach(t.services)
    expect(await letters()).toHaveLength(2)
    expect(await untilDue()).toBe(Infinity)
    await sendDue(t.services)
    expect(await untilDue()).toBe(0)
    expect((await goOut(id)).state).toBe('sent')
    expect(await untilDue()).toBe(Infinity)
  })

  test('keeps to the rate limit, behind all other mail; cancelling stops it, and sending it again mails only the rest', async () => {
    const slow = { ...t.services, config: { ...t.services.config, mailRate: 2 } }
    await readers(...['a', 'b', 'c', 'd'].map((name) => ({ email: `${name}@x.test` })))
    const { id } = await draft()
    await ask('POST', `/newsletters/${id}/send`)
    await work(slow)
    await Promise.all([work(slow), work({ ...slow })])
    expect(server.recipients.flat()).toEqual(['a@x.test'])
    await t.ask('/api/contact', {
      method: 'POST',
      body: JSON.stringify({ name: 'Bob', email: 'bob@x.test', subject: 'Hello', message: 'How are you?' }),
      headers: { 'content-type': 'application/json', origin: siteUrl },
    })
    await work(slow)
    expect(server.recipients.flat()).toEqual(['a@x.test', 'ada@acme.test'])
    // Half a minute later the next one may be sent.
    await t.services.db.update(mailPace).set({ nextLetterAt: sql`next_letter_at - interval '30.5 seconds'` })
    await work(slow)
    expect(server.recipients.flat()).toEqual(['a@x.test', 'ada@acme.test', 'b@x.test'])
    const cancelled = await ask('POST', `/newsletters/${id}/cancel`)
    expect([cancelled.status, cancelled.body.state]).toEqual([200, 'cancelled'])
    await work()
    expect((await letters()).map(({ to }) => to)).toEqual(['a@x.test', 'b@x.test'])
    expect((await ask('GET', `/newsletters/${id}`)).body).toMatchObject({ state: 'cancelled', total: 4, sent: 2 })
    expect((await ask('POST', `/newsletters/${id}/cancel`)).status).toBe(200)
    const change = await ask<{ message: string }>('PUT', `/newsletters/${id}`, {
      post: cancelled.body.post,
      audience: 'en',
    })
    expect(`${change.status} ${change.body.message}`).toStartWith('409 A cancelled letter can’t be changed')
    await t.services.db.delete(mailPace)
    await ask('POST', `/newsletters/${id}/send`)
    expect(await goOut(id)).toMatchObject({ state: 'sent', total: 4, sent: 4 })
    expect((await letters()).map(({ to }) => to)).toEqual(['a', 'b', 'c', 'd'].map((name) => `${name}@x.test`))
  })
})

test('a preview shows the mail in each language, and a test goes to one’s own address alone', async () => {
  const { id } = await draft({ audience: 'all', subject: { en: 'News', es: 'Noticias' } })
  const { body: shown } = await ask<NewsletterPreview>('GET', `/newsletters/${id}/preview`)
  expect([shown.en.subject, shown.es.subject, shown.es.language]).toEqual(['News', 'Noticias', 'es'])
  expect(shown.es.html).toContain('Empezamos')
  const [, picture] =
    /<img [^>]*?src="([^"]*\/images\/[^"]*" alt="[^"]*" width="[^"]*" height="[^"]*)"/.exec(shown.es.html) ?? []
  expect(picture).toBe(`${siteUrl}/images/about-workshop.jpg" alt="Medir" width="544" height="340`)
  const page = await t.ask(`/api/newsletters/${id}/html?language=es`, { headers: { cookie } })
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect((await page.text()).replace('\n<base target="_blank">', '')).toBe(shown.es.html)
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'; img-src https:")
  expect((await t.ask(`/api/newsletters/${id}/html`)).status).toBe(401)
  const plain = (await post({ translations: {} })).body
  const untranslated = (await ask('POST', '/newsletters', { post: plain.id, audience: 'all' })).body
  const { body: english } = await ask<NewsletterPreview>('GET', `/newsletters/${untranslated.id}/preview`)
  expect(english.es).toEqual({ ...english.en, missing: ['title', 'excerpt', 'body'] })
  expect([english.en.missing, shown.es.missing]).toEqual([[], []])

  await readers({ email: 'bob@x.test' })
  expect((await ask('POST', `/newsletters/${id}/test`)).status).toBe(409)
  await t.services.db.update(users).set({ email: 'me@acme.test' })
  expect(await ask<object>('POST', `/newsletters/${id}/test`, { language: 'es' })).toMatchObject({
    status: 202,
    body: { to: 'me@acme.test' },
  })
  await work()
  expect(server.recipients.flat()).toEqual(['me@acme.test'])
  expect((await PostalMime.parse(server.taken[0]!)).subject).toBe('Noticias')
  expect((await letters()).map(({ about }) => about)).toEqual([null])
})

const own = {
  title: { en: 'Summer news', es: 'Noticias del verano' },
  introduction: { en: 'Dear all', es: 'Hola a todos' },
  body: {
    en: '<p>We moved. See <a href="/about/">our new home</a>.</p><script>alert(1)</script>',
    es: '<p>Nos hemos mudado. Vea <a href="/about/">nuestra nueva casa</a>.</p>',
  },
  audience: 'all',
}
const make = async (values: object = {}) => (await ask('POST', '/newsletters', { ...own, ...values })).body
const previewOf = async (id: number) => (await ask<NewsletterPreview>('GET', `/newsletters/${id}/preview`)).body
const lines = async () => (await letters()).map(({ to, subject }) => `${to} ${subject}`)

describe('a letter of its own', () => {
  test('is written without a post, in both languages, and sent with absolute links', async () => {
    await readers({ email: 'bob@x.test' }, { email: 'eva@x.test', language: 'es' })
    const made = await make()
    expect(made).toMatchObject({
      post: null,
      title: own.title,
      subject: own.title,
      hasOwnSubject: false,
      introduction: own.introduction,
      segment: { joinedFrom: null, joinedUntil: null, state: 'confirmed' },
      untranslated: 'send',
    })
    expect(made.body?.en).not.toContain('script')
    const { en, es } = await previewOf(made.id)
    expect([en.missing, es.missing]).toEqual([[], []])
    for (const part of [en.html, en.text])
      for (const said of ['Summer news', 'Dear all', 'We moved.', `${siteUrl}/about/`]) expect(part).toContain(said)
    expect(es.html).toContain(`href="${siteUrl}/es/about/"`)
    expect(en.html).not.toContain('Read it on the website')
    // It is on no page that a link within it could lead to.
    const notes = '<p>A week<sup id="note-a1-ref"><a href="#note-a1">1</a></sup>.</p>'
    const noted = await make({ body: { en: notes, es: '' } })
    expect((await previewOf(noted.id)).en.html).toContain('A week<sup>1</sup>.')
    expect((await ask('POST', `/newsletters/${made.id}/send`)).status).toBe(202)
    expect(await goOut(made.id)).toMatchObject({ total: 2, sent: 2 })
    expect(await lines()).toEqual(['bob@x.test Summer news', 'eva@x.test Noticias del verano'])
  })

  test('needs a title, and is sent only once it is written in a language', async () => {
    await readers({ email: 'bob@x.test' })
    const untitled = await ask<{ issues: { path: string }[] }>('POST', '/newsletters', { ...own, title: { en: ' ' } })
    expect([untitled.status, untitled.body.issues.map(({ path }) => path)]).toEqual([422, ['title.en']])
    const { id } = await make({ body: { en: '<p></p>', es: '' } })
    for (const [method, step] of [
      ['GET', 'preview'],
      ['POST', 'send'],
    ] as const) {
      const { status, body } = await ask<{ message: string }>(method, `/newsletters/${id}/${step}`)
      expect([status, body.message]).toEqual([409, 'Write the title and the text in at least one language first'])
    }
    expect(
      (await ask('PUT', `/newsletters/${id}`, { ...own, title: { es: 'Hola' }, body: { es: '<p>Sí</p>' } })).status,
    ).toBe(200)
    const { en, es } = await previewOf(id)
    expect([en.language, en.subject, en.missing]).toEqual(['es', 'Hola', ['title', 'body']])
    expect([es.language, es.missing]).toEqual(['es', []])
  })
})

describe('a text that is missing in a language', () => {
  const copied = '<p>We began with a stopwatch and a list of questions.</p>'

  test('is told, and so is one that is still a copy of the English one', async () => {
    const { id } = (await post({ content: copied, translations: { es: { ...spanish, content: copied } } })).body
    const letter = (await ask('POST', '/newsletters', { post: id, audience: 'all', subject: { en: 'News' } })).body
    const { en, es } = await previewOf(letter.id)
    expect([en.missing, es.missing]).toEqual([[], ['subject', 'body']])
    const half = await make({ introduction: { en: 'Dear all' }, body: { en: copied, es: copied } })
    expect((await previewOf(half.id)).es.missing).toEqual(['introduction', 'body'])
  })

  test('is sent in the other language, or its readers are left out, as the sender chose', async () => {
    await readers({ email: 'bob@x.test' }, { email: 'eva@x.test', language: 'es' })
    const english = { title: { en: 'Summer news' }, introduction: null, body: { en: '<p>We moved.</p>' } }
    const all = await make(english)
    await ask('POST', `/newsletters/${all.id}/send`, { untranslated: 'send' })
    expect(await goOut(all.id)).toMatchObject({ sent: 2, untranslated: 'send' })
    expect(await lines()).toEqual(['bob@x.test Summer news', 'eva@x.test Summer news'])
    const some = await make(english)
    await ask('POST', `/newsletters/${some.id}/send`, {
      untranslated: 'skip',
      at: new Date(Date.now() + 3_600_000).toISOString(),
    })
    await t.services.db.update(newsletterRuns).set({ sendAt: sql`now()` })
    expect(await goOut(some.id)).toMatchObject({ total: 1, sent: 1, untranslated: 'skip' })
    expect((await lines()).slice(2)).toEqual(['bob@x.test Summer news'])
    const none = await make({ ...english, audience: 'es' })
    const { status, body } = await ask<{ message: string }>('POST', `/newsletters/${none.id}/send`, {
      untranslated: 'skip',
    })
    expect([status, body.message]).toEqual([409, 'Nobody would receive this letter: this selection has no readers'])
  })
})

test('a segment is of readers who joined in a time, and of what they signed up for', async () => {
  const joined = (email: string, day: string, values: object = {}) => ({
    email,
    submittedAt: `${day}T12:00:00Z`,
    ...values,
  })
  await readers(
    joined('old@x.test', '2025-12-31'),
    joined('first@x.test', '2026-01-01'),
    joined('eva@x.test', '2026-01-31', { language: 'es' }),
    joined('new@x.test', '2026-02-01'),
    joined('place@x.test', '2026-01-15', { news: false }),
    joined('pending@x.test', '2026-01-15', { state: 'pending' }),
  )
  const count = async (query: string) => (await ask<object>('GET', `/newsletters/readers?${query}`)).body
  expect(await count('')).toEqual({ all: 4, en: 3, es: 1 })
  expect(await count('joinedFrom=2026-01-01&joinedUntil=2026-01-31')).toEqual({ all: 2, en: 1, es: 1 })
  expect(await count('state=waitlist')).toEqual({ all: 1, en: 1, es: 0 })
  // Days are those of the site's clock: noon in UTC is two o'clock of the next day there.
  setTimeZone('Pacific/Kiritimati')
  expect(await count('joinedFrom=2026-02-02')).toEqual({ all: 1, en: 1, es: 0 })
  setTimeZone('America/New_York')
  expect(await count('joinedFrom=2026-02-02')).toEqual({ all: 0, en: 0, es: 0 })
  setTimeZone(undefined)
  expect((await ask('GET', '/newsletters/readers?state=pending')).status).toBe(422)
  const wrong = { joinedFrom: '2026-02-01', joinedUntil: '2026-01-01' }
  expect((await ask('POST', '/newsletters', { ...own, segment: wrong })).status).toBe(422)

  const january = await make({ segment: { joinedFrom: '2026-01-01', joinedUntil: '2026-01-31' } })
  expect(january.segment).toEqual({ joinedFrom: '2026-01-01', joinedUntil: '2026-01-31', state: 'confirmed' })
  await ask('POST', `/newsletters/${january.id}/send`)
  await goOut(january.id)
  const waiting = await make({ segment: { state: 'waitlist' } })
  await ask('POST', `/newsletters/${waiting.id}/send`)
  expect((await goOut(waiting.id)).sent).toBe(1)
  expect((await letters()).map(({ to }) => to)).toEqual(['first@x.test', 'eva@x.test', 'place@x.test'])
  expect((await previewOf(waiting.id)).en.text).toContain(
    'You’re receiving this because you confirmed your place on the waitlist',
  )
})

test('no sentence is said twice at the beginning of a letter', async () => {
  const mark = '<sup id="note-a1-ref"><a href="#note-a1">1</a></sup>'
  const body = `<h2>How</h2><p>It takes a week${mark}. Then it runs.</p>`
  const { id } = (await post({ excerpt: 'It takes a week. Then more.', content: body, translations: {} })).body
  const letter = (await ask('POST', '/newsletters', { post: id, audience: 'all' })).body
  const { en } = await previewOf(letter.id)
  expect(en.text.match(/It takes a week/g)).toHaveLength(1)
  expect(en.text).toContain('It takes a week[1]. Then it runs.')
  // Mail clients list it beside the subject.
  expect(/<div class="preview"[^>]*>([^<]*)/.exec(en.html)?.[1]).toBe('It takes a week. Then more.')
})
