import { expect, test } from 'bun:test'
import type { ActivityEntry } from '../contract'
import { groupEntries } from './group-entries'

const ada = { id: 1, username: 'ada' }
const at = (seconds: number) => new Date(Date.UTC(2026, 2, 4, 10) - seconds * 1000).toISOString()
const line = (seconds: number, part: Partial<ActivityEntry> = {}): ActivityEntry => ({
  id: 1000 - seconds,
  at: at(seconds),
  user: ada,
  action: 'updated',
  kind: 'project',
  recordId: '4',
  title: 'Measuring',
  address: '',
  device: '',
  ...part,
})
const told = (...lines: ActivityEntry[]) =>
  groupEntries(lines).map(({ newest, actions }) => [
    newest.title,
    ...actions.map((one) => `${one.action} ${one.count}`),
  ])

test('entries of one person about one record within a minute are one line, in their order', () => {
  expect(told(line(0, { title: 'Renamed' }), line(20), line(40), line(60, { action: 'created' }))).toEqual([
    ['Renamed', 'created 1', 'updated 3'],
  ])
})

test('a later entry, or one of another record or person, is a line of its own', () => {
  expect(told(line(0), line(61))).toHaveLength(2)
  expect(told(line(0), line(1, { recordId: '5' }), line(2))).toHaveLength(3)
  expect(told(line(0), line(1, { user: { id: 2, username: 'bob' } }))).toHaveLength(2)
  expect(told(line(0), line(1, { user: null }))).toHaveLength(2)
  expect(told(line(0, { recordId: null, title: '' }), line(1, { recordId: null, title: 'x' }))).toHaveLength(2)
})

test('sign-ins are grouped with sign-ins alone', () => {
  const session = { kind: 'session', recordId: null, title: 'eve', user: null } as const
  expect(
    told(
      line(0, { ...session, action: 'signed-in' }),
      ...[1, 2].map((ago) => line(ago, { ...session, action: 'sign-in-refused' })),
    ),
  ).toEqual([
    ['eve', 'signed-in 1'],
    ['eve', 'sign-in-refused 2'],
  ])
})
