import { expect, test } from 'bun:test'
import { toUtc } from './utc'

test.each([
  ['2024-05-06', '2024-05-06T00:00:00.000Z'],
  ['2024-05-06 10:00', '2024-05-06T10:00:00.000Z'],
  ['2024-05-06T10:00:00+02:00', '2024-05-06T08:00:00.000Z'],
  ['2024-05-06 10:00:00 +0200', '2024-05-06T08:00:00.000Z'],
  ['Mon, 06 May 2024 10:00:00 +0000', '2024-05-06T10:00:00.000Z'],
  ['Mon May 06 2024 10:00:00 GMT+0200 (Central European Summer Time)', '2024-05-06T08:00:00.000Z'],
  ['May 6, 2024 10:30 PM', '2024-05-06T22:30:00.000Z'],
  ['2024', '2024-01-01T00:00:00.000Z'],
  ['-0001-11-30 00:00:00', null],
  ['Mon, 30 Nov -0001 00:00:00 +0000', null],
  ['0000-00-00 00:00:00', null],
  ['2024-02-30', null],
  ['45000', null],
  ['Chapter 1', null],
  ['', null],
])('“%s” is the date %p, in any time zone of the server', (written, date) => {
  const before = process.env.TZ
  try {
    process.env.TZ = 'America/New_York'
    expect(toUtc(written)).toBe(date)
  } finally {
    process.env.TZ = before
  }
})
