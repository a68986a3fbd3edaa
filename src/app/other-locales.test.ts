import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { findUsersForReset } from '#auth/passwords/password-resets'
import { addUser } from '#auth/store'
import { categorySlug } from '#text/slugs/slug'
import { testApi } from '#test/api'
import { databaseInLocale } from '#test/database/database'
import { testServer } from '#test/database/server-database'
import { messageInput, postInput, projectInput } from '#test/inputs'

type Api = Awaited<ReturnType<typeof testApi>>

const locales = {
  Turkish: "encoding 'UTF8' locale_provider icu icu_locale 'tr-TR' locale 'C'",
  Lithuanian: "encoding 'UTF8' locale_provider icu icu_locale 'lt-LT' locale 'C'",
  'without letters beyond ASCII': "encoding 'UTF8' locale_provider libc locale 'C'",
}

// Without a server (TEST_DATABASE_URL) these are printed as skipped.
for (const [name, options] of Object.entries(locales))
  describe.skipIf(!testServer)(`a database in the locale ${name}`, () => {
    let t: Api
    let cookie: string
    const titles = async (path: string) => {
      const { status, json } = await t.send('GET', path, { cookie })
      expect([path, status]).toEqual([path, 200])
      return (json as { title?: string; name?: string; email?: string }[]).map(
        (row) => row.title ?? row.name ?? row.email,
      )
    }

    beforeAll(async () => {
      t = await testApi({ throttle: false }, databaseInLocale(options))
      cookie = await t.signIn()
      if (name === 'Turkish') {
        const [row] = [
          ...((await t.services.db.execute(sql`select lower('I') as lower`)) as unknown as { lower: string }[]),
        ]
        expect(row?.lower).toBe('ı')
      }
      const category = 'INDUSTRIAL AI'
      await t.send('POST', '/api/blog', {
        cookie,
        body: postInput({ title: 'INQUIRY ÉLITE İZMİR', category, author: 'IDA' }),
      })
      await t.send('POST', '/api/projects', { cookie, body: projectInput({ title: 'IRRIGATION', category }) })
      await t.send('POST', '/api/pages', { cookie, body: { title: 'IMPRINT' } })
      await t.send('POST', '/api/contact', {
        body: messageInput({ name: 'IRINA', email: 'INFO@ACME.example', subject: 'INQUIRY', message: 'IN ÉLITE' }),
      })
      await t.send('POST', '/api/waitlist', { body: { email: 'IDA@ACME.example' } })
    })
    afterAll(() => t.close())

    test('the inbox finds messages whatever their case', async () => {
      for (const q of ['INQUIRY', 'inquiry', 'irina', 'info@acme', 'elite', 'ÉLITE'])
        expect([q, await titles(`/api/contact?q=${encodeURIComponent(q)}`)]).toEqual([q, ['IRINA']])
    })

    test('lists find records whatever their case', async () => {
      for (const q of ['INQUIRY', 'inquiry', 'elite', 'izmir', 'İZMİR', 'industrial', 'ida'])
        expect([q, await titles(`/api/blog?status=all&q=${encodeURIComponent(q)}`)]).toEqual([
          q,
          ['INQUIRY ÉLITE İZMİR'],
        ])
      expect(await titles('/api/projects?status=all&q=irrigation')).toEqual(['IRRIGATION'])
      expect(await titles('/api/pages?status=all&q=imprint')).toEqual(['IMPRINT'])
      expect(await titles('/api/waitlist?q=ida')).toEqual(['IDA@ACME.example'])
      expect(await titles('/api/blog?status=all&sort=title&limit=5')).toEqual(['INQUIRY ÉLITE İZMİR'])
    })

    test('a category has its page, whatever its letters and blanks', async () => {
      const blanks = ['\u00a0', '\u2007', '\u202f', '\u3000', '\ufeff', '\u2028', '\u200b', '\u180e', '\u0085']
      const categories = ['INDUSTRIAL AI', 'İSTANBUL ISLAK', ...blanks.map((blank) => `AI${blank}Ops`)]
      for (const category of categories) {
        const title = `In ${JSON.stringify(category)}`
        const sent = await t.send('POST', '/api/blog', { cookie, body: postInput({ title, slug: '', category }) })
        expect([category, sent.status]).toEqual([category, 201])
        const stored = (sent.json as { category: string }).category
        const found = await titles(`/api/blog?limit=50&category=${encodeURIComponent(categorySlug(stored))}`)
        expect([category, found.includes(title)]).toEqual([category, true])
      }
    })

    test('visitors find records whatever their case', async () => {
      for (const q of ['INQUIRY', 'inquiry', 'elite', 'izmir'])
        expect([q, await titles(`/api/search?q=${encodeURIComponent(q)}`)]).toEqual([q, ['INQUIRY ÉLITE İZMİR']])
    })

    test('people are found by their names and addresses', async () => {
      await addUser(t.services.db, { username: 'INGRID', passwordHash: 'x', email: 'INGRID@ACME.example' })
      for (const typed of ['ingrid', 'INGRID', 'ingrid@acme.example', 'INGRID@ACME.EXAMPLE'])
        expect([typed, (await findUsersForReset(t.services.db, typed)).map(({ username }) => username)]).toEqual([
          typed,
          ['INGRID'],
        ])
      const held = await t.send('POST', '/api/privacy/export', { cookie, body: { email: 'info@acme.example' } })
      expect((held.json as { messages: unknown[] }).messages).toHaveLength(1)
    })
  })
