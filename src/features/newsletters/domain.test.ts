import { describe, expect, test } from 'bun:test'
import { checkMailDomain } from './domain'

const failing = (code: string) => () => Promise.reject(Object.assign(new Error(code), { code }))
const knows = async () => true
const nothing = failing('ENOTFOUND')
const check = (records: Record<string, string[]>, from = 'News <news@mail.acme.test>') =>
  checkMailDomain(from, 'en', { knows, texts: (name) => (records[name] ? Promise.resolve(records[name]) : nothing()) })

describe('the domain of the mail', () => {
  test('passes with an SPF record and a DMARC policy; that may be of the organizational domain', async () => {
    const found = await check({
      'mail.acme.test': ['google-site-verification=x', 'v=spf1 include:_spf.acme.test -all'],
      '_dmarc.acme.test': ['v=DMARC1; p=reject; rua=mailto:d@acme.test'],
    })
    expect(found).toMatchObject({
      domain: 'mail.acme.test',
      spf: { ok: true, record: 'v=spf1 include:_spf.acme.test -all' },
      dmarc: { ok: true, record: 'v=DMARC1; p=reject; rua=mailto:d@acme.test' },
    })
    const loose = await check({ '_dmarc.mail.acme.test': ['v=DMARC1;p=none'] })
    expect([loose.dmarc.ok, loose.dmarc.advice]).toEqual([true, expect.stringContaining('p=none')])
  })

  test('fails without a record, with more than one, or with one that refuses nobody', async () => {
    for (const records of [[], ['v=spf1 a -all', 'v=spf1 mx -all'], ['v=spf1 +all'], ['v=spf10 -all']])
      expect([records, (await check({ 'mail.acme.test': records })).spf.ok]).toEqual([records, false])
    for (const records of [[], ['v=DMARC1; p=none', 'v=DMARC1; p=reject'], ['v=DMARC1; pct=100']])
      expect([records, (await check({ '_dmarc.mail.acme.test': records })).dmarc.ok]).toEqual([records, false])
    expect((await check({})).spf.advice).toContain('mail.acme.test')
  })

  test('is unknown without an address, without an answer, and where the name does not exist', async () => {
    const unknown = { ok: null, record: null }
    expect(await checkMailDomain(undefined, 'es', { knows, texts: nothing })).toMatchObject({
      domain: null,
      spf: { ...unknown, advice: expect.stringContaining('ningún remitente definido') },
      dmarc: unknown,
    })
    for (const servers of [
      { knows, texts: failing('ETIMEOUT') },
      { knows: async () => false, texts: nothing },
    ])
      expect(await checkMailDomain('news@acme.test', 'en', servers)).toMatchObject({
        domain: 'acme.test',
        spf: unknown,
        dmarc: unknown,
      })
  })
})
