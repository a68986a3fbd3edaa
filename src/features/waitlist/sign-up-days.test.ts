import { afterAll, afterEach, beforeAll, beforeEach, expect, setSystemTime, test } from 'bun:test'
import type { DayCounts } from '#contract/day-counts'
import { contactMessages } from '#features/messages/table'
import { countMessages } from '#features/messages/store'
import { testApi } from '#test/api'
import { countSignUps } from './store'
import { waitlistSubscribers } from './table'

let t: Awaited<ReturnType<typeof testApi>>
beforeAll(async () => {
  t = await testApi()
})
beforeEach(() => t.reset())
afterEach(() => setSystemTime())
afterAll(() => t.close())

const signUpAt = (...moments: string[]) =>
  t.services.db.insert(waitlistSubscribers).values(moments.map((at) => ({ email: 'a@acme.test', submittedAt: at })))
const counted = (days: DayCounts['series']) =>
  days.flatMap(({ date, count }) => (count > 0 ? [`${date} ${count}`] : []))

test('sign-ups are counted by the days of the time zone of the site, also when the clocks change', async () => {
  // In Madrid October 25 has 25 hours.
  await signUpAt(
    '2026-10-24T21:59:59.999Z',
    '2026-10-24T22:00:00.000Z',
    '2026-10-25T22:59:59.999Z',
    '2026-10-25T23:00:00.000Z',
  )
  await t.services.db.insert(waitlistSubscribers).values({ email: 'spam@acme.test', spam: true })
  setSystemTime(new Date('2026-11-10T23:30:00Z'))
  const inMadrid = await countSignUps({
    db: t.services.db,
    config: { ...t.services.config, timeZone: 'Europe/Madrid' },
  })
  expect([inMadrid.series.length, inMadrid.series[0]?.date, inMadrid.series.at(-1)?.date]).toEqual([
    30,
    '2026-10-13',
    '2026-11-11',
  ])
  expect(counted(inMadrid.series)).toEqual(['2026-10-24 1', '2026-10-25 2', '2026-10-26 1'])
  const inUtc = await countSignUps(t.services)
  expect(inUtc.series.at(-1)?.date).toBe('2026-11-10')
  expect(counted(inUtc.series)).toEqual(['2026-10-24 2', '2026-10-25 2'])
})

test('the 30 days before are counted apart, and older ones not at all', async () => {
  setSystemTime(new Date('2026-11-30T12:00:00Z'))
  await signUpAt('2026-10-01T23:59:59.000Z', '2026-10-02T00:00:00.000Z', '2026-11-01T00:00:00.000Z')
  const { total, previous, before, series } = await countSignUps(t.services)
  expect({ total, previous, before: counted(before), series: counted(series) }).toEqual({
    total: 1,
    previous: 1,
    before: ['2026-10-02 1'],
    series: ['2026-11-01 1'],
  })
})

test('messages are counted likewise, without spam', async () => {
  setSystemTime(new Date('2026-11-30T12:00:00Z'))
  const message = { name: 'Ada', email: 'ada@acme.test', subject: 'Hi', message: 'Hi' }
  await t.services.db.insert(contactMessages).values([
    { ...message, submittedAt: '2026-11-30T08:00:00.000Z' },
    { ...message, submittedAt: '2026-11-30T09:00:00.000Z', archived: true },
    { ...message, submittedAt: '2026-11-30T09:00:00.000Z', spam: true },
  ])
  expect(counted((await countMessages(t.services)).series)).toEqual(['2026-11-30 2'])
})

test('administrators get the counts, and nobody else', async () => {
  const cookie = await t.signIn()
  await t.send('POST', '/api/waitlist', { body: { email: 'ada@example.com' } })
  for (const path of ['/api/waitlist/days', '/api/contact/days']) {
    expect([path, (await t.send('GET', path)).status]).toEqual([path, 401])
    const { status, json } = await t.send('GET', path, { cookie })
    const { total, series } = json as DayCounts
    expect([path, status, total, series.length]).toEqual([path, 200, path === '/api/waitlist/days' ? 1 : 0, 30])
  }
})
