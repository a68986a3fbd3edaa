import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { throttles } from './table'
import { testDatabase, type TestDatabase } from '#test/database/database'
import { addressGroup, countHit, refund } from './throttle'

let t: TestDatabase
beforeAll(async () => {
  t = await testDatabase()
})
beforeEach(() => t.reset())
afterAll(() => t.close())

const limits = [
  { hits: 3, seconds: 60 },
  { hits: 5, seconds: 3600 },
]
const hit = (subject = 'ada') => countHit(t.db, { kind: 'test', subject, limits })
const fate = (subject?: string) =>
  hit(subject).then(
    () => 'passed',
    (error: { status: number }) => error.status,
  )
const rewind = (seconds: number) =>
  t.db.update(throttles).set({
    hits: sql`array(select moment - make_interval(secs => ${seconds}) from unnest(${throttles.hits}) as moment)`,
  })

test('attempts pass up to the limit, for each subject separately', async () => {
  expect([await fate(), await fate(), await fate(), await fate(), await fate('bob')]).toEqual([
    'passed',
    'passed',
    'passed',
    429,
    'passed',
  ])
})

test('the window slides, and the longer limit applies after the shorter one', async () => {
  for (let tries = 0; tries < 3; tries++) await hit()
  await rewind(61)
  expect([await fate(), await fate(), await fate()]).toEqual(['passed', 'passed', 429])
  await rewind(3600)
  expect(await fate()).toBe('passed')
})

test('a refusal says when to retry', async () => {
  for (let tries = 0; tries < 3; tries++) await hit()
  await rewind(20)
  await expect(hit()).rejects.toMatchObject({
    status: 429,
    options: { headers: { 'Retry-After': expect.stringMatching(/^(3[0-9]|4[01])$/) } },
  })
})

test('of a hundred concurrent attempts three pass', async () => {
  const fates = await Promise.all(Array.from({ length: 100 }, () => fate()))
  expect(fates.filter((each) => each === 'passed')).toHaveLength(3)
})

test('a refunded attempt is not counted, and refunding twice removes no other', async () => {
  const [first] = [await hit(), await hit(), await hit()]
  await refund(t.db, first)
  await refund(t.db, { key: first.key, at: '2020-01-01T00:00:00.000Z' })
  expect([await fate(), await fate()]).toEqual(['passed', 429])
})

test('keys do not reveal their subject and rows have an expiry time', async () => {
  await hit('203.0.113.7')
  const [row] = await t.db.select().from(throttles)
  expect(row?.key).toMatch(/^test:[\w-]{43}$/)
  expect(Date.parse(row?.expiresAt ?? '') - Date.now()).toBeWithin(3_500_000, 3_700_000)
})

describe('addresses', () => {
  const groups: [address: string, group: string][] = [
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:DB8:0001:0002::9', '2001:db8:1:2'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
    ['::1', '0:0:0:0'],
    ['unknown', 'unknown'],
  ]
  for (const [address, group] of groups)
    test(`${address} counts as ${group}`, () => expect(addressGroup(address)).toBe(group))
})
