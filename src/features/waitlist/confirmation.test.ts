import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { desc, like, sql } from 'drizzle-orm'
import type { Config } from '#platform/config'
import { outbox } from '#platform/mail/table'
import { throttles } from '#platform/writes/table'
import { testPipeline } from '#test/pipeline'
import { listSubscribers } from './store'
import { waitlistLinks, waitlistSubscribers } from './table'

const mail: Partial<Config> = {
  throttle: false,
  siteUrl: 'https://acme.test',
  mail: { url: 'smtp://127.0.0.1:1', from: 'site@acme.test', to: ['ada@acme.test'] },
}

let t: Awaited<ReturnType<typeof testPipeline>>
beforeAll(async () => {
  t = await testPipeline({ config: mail })
})
beforeEach(async () => {
  await t.reset()
  t.access.length = 0
  t.services.notFoundHits.take()
})
afterAll(() => t.close())

const email = 'bob@example.com'
const join = (address = email, headers: Record<string, string> = {}) =>
  t.ask('/api/waitlist', {
    method: 'POST',
    body: JSON.stringify({ email: address }),
    headers: { 'content-type': 'application/json', origin: 'https://acme.test', ...headers },
  })
const mails = () => t.services.db.select().from(outbox).orderBy(outbox.id)
const state = async () => (await (await listSubscribers(t.services.db)).whole())[0]?.state

/** The paths linked in the newest mail. */
async function links() {
  const { text } = (await mails()).at(-1)!.letter
  const path = (kind: string) => new RegExp(`https://acme\\.test(/${kind}/[\\w-]{43}/)`).exec(text)![1]!
  return { confirm: path('waitlist/confirm'), leave: path('unsubscribe') }
}

/** A one-click request of a mail client: without cookies, `Origin` and the like. */
const press = (path: string, headers: Record<string, string> = {}, body = 'List-Unsubscribe=One-Click') =>
  t.ask(path, { method: 'POST', body, headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers } })
/** Resets the limit for the next sign-up. */
const later = () =>
  t.services.db.update(throttles).set({
    hits: sql`array(select hit - interval '10 minutes' from unnest(${throttles.hits}) as hit)`,
  })
const altered = (path: string) => path.replace(/(.)\/$/, (_, last: string) => `${last === 'A' ? 'B' : 'A'}/`)

describe('a subscription where the site can send mail', () => {
  test('is pending, and is mailed in the language of the page, with links and headers to confirm and to unsubscribe', async () => {
    expect((await join(email, { referer: 'https://acme.test/es/' })).status).toBe(201)
    expect(await state()).toBe('pending')
    const [row] = await mails()
    expect(row).toMatchObject({ kind: 'confirmation', to: email, state: 'waiting', about: 'subscriber:1' })
    const { confirm, leave } = await links()
    const { subject, text, html, headers } = row!.letter
    expect(subject).toBe('Confirme su plaza en la lista de espera de Industria AI')
    for (const part of [text, html]) {
      expect(part).toContain(`https://acme.test${confirm}`)
      expect(part).toContain(`https://acme.test${leave}`)
    }
    expect(headers).toEqual({
      'List-Unsubscribe': `<https://acme.test${leave}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    })
    const stored = JSON.stringify(await t.services.db.select().from(waitlistLinks))
    for (const path of [confirm, leave]) expect(stored).not.toContain(path.split('/').at(-2)!)
  })

  test('without JavaScript is mailed in the language of the page with the form', async () => {
    await t.ask('/es/', {
      method: 'POST',
      body: `email=${email}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://acme.test' },
    })
    expect((await mails())[0]!.letter.subject).toStartWith('Confirme')
  })

  test('is answered the same in any state, and mailed again at most once in 10 minutes until confirmed', async () => {
    const answers: string[] = []
    const again = async () => {
      const answer = await join(' BOB@example.com')
      answers.push(`${answer.status} ${await answer.text()} ${JSON.stringify([...answer.headers])}`)
      return (await mails()).length
    }
    expect(await again()).toBe(1)
    expect(await again()).toBe(1)
    const first = await links()
    await later()
    expect(await again()).toBe(2)
    const second = await links()
    await press(second.confirm)
    await later()
    expect([await state(), await again()]).toEqual(['confirmed', 2])
    // Pending mails to an unsubscribed person are deleted.
    await press(second.leave)
    expect(await mails()).toEqual([])
    await later()
    expect(await again()).toBe(1)
    expect(await state()).toBe('unsubscribed')
    expect((await press(first.confirm)).status).toBe(200)
    expect(await state()).toBe('confirmed')
    expect([answers.length, new Set(answers).size]).toEqual([5, 1])
  })

  test('asks to check the mail, the same for every address, also without JavaScript', async () => {
    const { message } = (await (await join()).json()) as { message: string }
    expect(message).toStartWith('You have been added to our waitlist. One step is left')
    const page = await t.ask('/es/', {
      method: 'POST',
      body: `email=${email}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://acme.test' },
    })
    expect(await page.text()).toContain('Le hemos añadido a nuestra lista de espera. Falta un paso')
  })

  test('with many aliases of one mailbox gets one mail', async () => {
    const answers: string[] = []
    for (const address of ['bob@example.com', 'bob+1@example.com', 'BOB+two+3@Example.com', '+bob@example.com']) {
      const answer = await join(address)
      answers.push(`${answer.status} ${await answer.text()}`)
    }
    expect(new Set(answers).size).toBe(1)
    expect((await mails()).map(({ to }) => to)).toEqual(['bob@example.com', '+bob@example.com'])
    await later()
    await join('bob+1@example.com')
    expect((await mails()).at(-1)?.to).toBe('bob+1@example.com')
    const stored = await (await listSubscribers(t.services.db)).whole()
    expect(stored.map((row) => [row.email, row.state])).toContainEqual(['BOB+two+3@Example.com', 'pending'])
  })

  test('beyond a hundred in an hour gets none, and is mailed when requested again', async () => {
    const strict = await testPipeline({ config: { ...mail, throttle: true } })
    try {
      const signUp = async (address: string) => {
        await strict.services.db.delete(throttles).where(like(throttles.key, 'form-address%'))
        const answer = await strict.ask('/api/waitlist', {
          method: 'POST',
          body: JSON.stringify({ email: address }),
          headers: { 'content-type': 'application/json', origin: 'https://acme.test' },
        })
        return `${answer.status} ${await answer.text()}`
      }
      const answers = new Set<string>()
      for (let person = 0; person < 101; person++) answers.add(await signUp(`bob${person}@example.com`))
      expect([answers.size, await strict.services.db.$count(outbox)]).toEqual([1, 100])
      await strict.services.db.delete(throttles)
      await signUp('bob100@example.com')
      const last = await strict.services.db.select({ to: outbox.to }).from(outbox).orderBy(desc(outbox.id)).limit(1)
      expect(last).toEqual([{ to: 'bob100@example.com' }])
    } finally {
      await strict.close()
    }
  })

  test('after a deletion is mailed at once', async () => {
    const cookie = await t.signIn('https://acme.test')
    await join()
    await t.ask('/api/waitlist/1', { method: 'DELETE', headers: { origin: 'https://acme.test', cookie } })
    await join()
    expect((await mails()).map(({ about }) => about)).toEqual(['subscriber:2'])
  })

  test('repeated concurrently gets one mail', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => join()))
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 201))
    expect(await mails()).toHaveLength(1)
  })

  test('caught by the honeypot gets none', async () => {
    const answer = await t.ask('/api/waitlist', {
      method: 'POST',
      body: JSON.stringify({ email, website: 'x' }),
      headers: { 'content-type': 'application/json' },
    })
    expect([answer.status, await mails(), await state()]).toEqual([201, [], undefined])
  })

  test('from before there was mail is mailed when it is requested again', async () => {
    await t.services.db.insert(waitlistSubscribers).values({ email, emailKey: email })
    expect(await state()).toBe('unasked')
    await join()
    expect([await state(), (await mails()).length]).toEqual(['pending', 1])
  })
})

describe.each(['confirm', 'leave'] as const)('the page to %s', (kind) => {
  const after = ({ confirm: 'confirmed', leave: 'unsubscribed' } as const)[kind]

  test('has one button and changes nothing when it is opened; a POST from anywhere does, and is idempotent', async () => {
    await join(email, { referer: 'https://acme.test/es/' })
    const path = (await links())[kind]
    for (const method of ['GET', 'HEAD', 'GET']) {
      const page = await t.ask(path, { method })
      expect(page.status).toBe(200)
      const html = await page.text()
      if (method === 'HEAD') continue
      expect([html.match(/<button/g)?.length, html.match(/<form method="post">/g)?.length]).toEqual([1, 1])
      expect(html).not.toContain('<script')
      expect(html).toContain('<html lang="es">')
      expect(html).toContain('content="noindex"')
      for (const [name, value] of [
        ['x-robots-tag', 'noindex'],
        ['cache-control', 'no-store'],
        ['referrer-policy', 'no-referrer'],
      ] as const)
        expect([name, page.headers.get(name)]).toEqual([name, value])
    }
    expect(await state()).toBe('pending')
    for (const headers of [
      {},
      { origin: 'null' },
      { origin: 'https://mail.example', 'sec-fetch-site': 'cross-site' },
    ] as Record<string, string>[]) {
      const done = await press(path, headers)
      expect([done.status, await state()]).toEqual([200, after])
      expect(await done.text()).not.toContain('<button')
    }
    expect((await press(path.slice(0, -1))).status).toBe(200)
    expect((await t.ask(path)).status).toBe(200)
  })

  test('accepts the bodies of mail clients, and no others', async () => {
    await join()
    const path = (await links())[kind]
    const multipart = '--x\r\ncontent-disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n'
    expect((await press(path, { 'content-type': 'multipart/form-data; boundary=x' }, multipart)).status).toBe(200)
    expect((await t.ask(path, { method: 'POST' })).status).toBe(200)
    expect((await press(path, { 'content-type': 'application/json' }, '{}')).status).toBe(415)
    const put = await t.ask(path, { method: 'PUT' })
    expect([put.status, put.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST'])
  })

  test('is not found for an altered link, with any method', async () => {
    await join()
    const both = await links()
    const [path, other] = [both[kind], both[kind === 'leave' ? 'confirm' : 'leave']]
    const swapped = path.replace(/[^/]+\/$/, other.split('/').at(-2)! + '/')
    for (const wrong of [altered(path), swapped, path.replace(/.\/$/, '/'), `${path}x/`, path.replace(/[^/]+\/$/, '')])
      for (const method of ['GET', 'POST'])
        expect([wrong, method, (await t.ask(wrong, { method })).status]).toEqual([wrong, method, 404])
    expect(await state()).toBe('pending')
  })

  test('is in the language that the visitor has chosen, else in that of its mail', async () => {
    await join()
    const path = (await links())[kind]
    const langOf = async (address: string, headers: Record<string, string> = {}) =>
      /<html lang="(\w+)">/.exec(await (await t.ask(address, { headers })).text())?.[1]
    expect(await langOf(path)).toBe('en')
    expect(await langOf(path, { cookie: 'industria-language=es' })).toBe('es')
    expect(await langOf(`/es${path}`)).toBe('es')
    expect(await langOf(altered(path), { cookie: 'industria-language=es' })).toBe('es')
    const chosen = await t.ask(`${path}?lang=es`)
    expect([chosen.status, chosen.headers.get('location')]).toEqual([303, `/es${path}`])
    expect((await press(`/es${path}`)).status).toBe(200)
    expect(await state()).toBe(after)
  })

  test('is in no log and in no list of missing paths', async () => {
    await join()
    const path = (await links())[kind]
    const token = path.split('/').at(-2)!
    for (const asked of [path, path.slice(0, -1), `/es${path}`, `${path}x/`, path.toUpperCase(), altered(path)]) {
      await (await t.ask(asked)).text()
      await press(asked)
    }
    const section = path.replace(/[^/]+\/$/, '')
    expect(t.access.filter((line) => line.path === section).length).toBeGreaterThan(10)
    expect(JSON.stringify(t.access).toLowerCase()).not.toContain(token.slice(0, -1).toLowerCase())
    expect([...t.services.notFoundHits.take().keys()]).toEqual([])
  })
})

describe('the newsletter', () => {
  const ask = (body: object, path = '/') =>
    t.ask('/api/waitlist', {
      method: 'POST',
      body: JSON.stringify({ email, ...body }),
      headers: { 'content-type': 'application/json', origin: 'https://acme.test', referer: `https://acme.test${path}` },
    })
  const stored = async () => (await (await listSubscribers(t.services.db)).whole())[0]!
  const standing = async () => {
    const { state: is, news, language } = await stored()
    return `${is} ${news} ${language}`
  }

  test('is confirmed with the address, and later by a new confirmation alone', async () => {
    await ask({ news: true }, '/es/')
    expect(await standing()).toBe('pending true es')
    expect((await mails())[0]!.letter.text).toContain('También ha pedido recibir noticias')
    const withNews = await links()
    await later()
    // Somebody else may have ticked the box before.
    await ask({})
    expect((await mails())[1]!.letter.text).not.toContain('You also asked for news')
    const without = await links()
    await press(without.confirm)
    expect(await standing()).toBe('confirmed false en')
    await press(withNews.confirm)
    expect(await standing()).toBe('confirmed true es')
    await press(without.confirm)
    await later()
    await ask({ news: true })
    expect([await standing(), (await mails()).length]).toEqual(['confirmed true es', 2])
    await press(without.leave)
    expect(await standing()).toBe('unsubscribed false es')
  })

  test('is offered to a confirmed subscriber in a new mail, and only when requested', async () => {
    await ask({})
    await press((await links()).confirm)
    await later()
    const answers = await Promise.all([ask({}), ask({ email: 'eva@example.com' })])
    expect(new Set(await Promise.all(answers.map((answer) => answer.text()))).size).toBe(1)
    expect((await mails()).map(({ to }) => to)).toEqual([email, 'eva@example.com'])
    await later()
    await ask({ news: true })
    expect([await standing(), (await mails()).length]).toEqual(['confirmed false en', 3])
    await press((await links()).confirm)
    expect(await standing()).toBe('confirmed true en')
    expect((await ask({ news: 'yes' })).status).toBe(422)
  })

  test('can be confirmed without JavaScript too', async () => {
    for (const [address, box] of [
      ['a@example.com', '&news=on'],
      ['b@example.com', ''],
    ])
      await t.ask('/es/', {
        method: 'POST',
        body: `email=${address}${box}`,
        headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://acme.test' },
      })
    const all = await (await listSubscribers(t.services.db)).whole()
    expect(all.map(({ news, language }) => `${news} ${language}`)).toEqual(['true es', 'false es'])
    const page = await t.ask('/', {
      method: 'POST',
      body: 'email=nobody&news=on',
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://acme.test' },
    })
    const html = await page.text()
    expect([page.status, /<input type="checkbox" name="news"[^>]*checked/.test(html)]).toEqual([422, true])
    expect(await (await t.ask('/es/')).text()).toMatch(/<input type="checkbox" name="news"\/>Envíenme también noticias/)
  })
})

test('a confirmation link expires after a week, for both methods; the link to unsubscribe never does', async () => {
  await join()
  const { confirm, leave } = await links()
  const age = (days: string) => t.services.db.update(waitlistLinks).set({ createdAt: sql`now() - ${days}::interval` })
  await age('6 days 23 hours')
  expect((await t.ask(confirm)).status).toBe(200)
  await age('7 days')
  expect([(await t.ask(confirm)).status, (await press(confirm)).status, await state()]).toEqual([410, 410, 'pending'])
  expect(await (await t.ask(`/es${confirm}`)).text()).toContain('7 días')
  await age('3 years')
  expect([(await press(leave)).status, await state()]).toEqual([200, 'unsubscribed'])
})

test('an unsubscribed or deleted address gets no queued mail, and the links of a deleted one are not found', async () => {
  const cookie = await t.signIn('https://acme.test')
  await join()
  const { leave } = await links()
  await press(leave)
  expect(await mails()).toEqual([])
  await later()
  await join()
  const { confirm } = await links()
  const remove = (id: string) =>
    t.ask(`/api/waitlist/${id}`, { method: 'DELETE', headers: { origin: 'https://acme.test', cookie } })
  expect((await remove('1')).status).toBe(204)
  expect([await (await listSubscribers(t.services.db)).whole(), await mails()]).toEqual([[], []])
  expect([(await t.ask(confirm)).status, (await press(confirm)).status, (await press(leave)).status]).toEqual([
    404, 404, 404,
  ])
  for (const id of ['1', '99', 'x', '0']) expect([id, (await remove(id)).status]).toEqual([id, 404])
})

test('subscriptions emit events, and only for what has changed', async () => {
  const heard: string[] = []
  const stop = t.services.events.subscribe(
    ({ kind, action, id, actor }) => void heard.push(`${kind} ${action} ${id} ${actor.is}`),
  )
  await join()
  await join()
  const { confirm, leave } = await links()
  for (const path of [confirm, confirm, leave, leave]) await press(path)
  stop()
  expect(heard).toEqual([
    'subscriber created 1 visitor',
    'subscriber updated 1 visitor',
    'subscriber updated 1 visitor',
  ])
})
