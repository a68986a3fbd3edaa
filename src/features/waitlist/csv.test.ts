import { expect, test } from 'bun:test'
import { csvName, subscriberDetailsCsv, subscribersCsv } from './screens/waitlist'

const joined = '2026-03-04T05:06:07.089Z'
const csvOf = (...emails: string[]) => subscribersCsv(emails.map((email) => ({ email, submittedAt: joined })))

test('the file starts with a byte order mark and the heading, and ends every row with CRLF', () => {
  const bytes = new TextEncoder().encode(csvOf('ada@example.com'))
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  expect(csvOf('ada@example.com')).toBe(`\uFEFFEmail,Date Joined\r\nada@example.com,${joined}\r\n`)
})

test('dates are ISO, whatever form they come in', () => {
  expect(subscribersCsv([{ email: 'a@b.es', submittedAt: '2026-03-04T06:06:07.089+01:00' }])).toContain(
    `a@b.es,${joined}\r\n`,
  )
})

test('formulas are escaped', () => {
  for (const start of ['=', '+', '-', '@', '\t', '\r']) {
    const cell = subscribersCsv([{ email: `${start}1@b.es`, submittedAt: joined }])
      .split('\r\n')
      .slice(1)
      .join('\r\n')
    expect(cell.replace('"', '')).toStartWith(`'${start}1@b.es`)
  }
  expect(csvOf('a=b@example.com')).toContain('\r\na=b@example.com,')
})

test('commas, quotes and line breaks are quoted', () => {
  expect(csvOf('a,b@c.es', 'say"hi"@c.es', 'two\nlines@c.es')).toContain(
    `"a,b@c.es",${joined}\r\n"say""hi""@c.es",${joined}\r\n"two\nlines@c.es",${joined}\r\n`,
  )
})

test('letters of every script are unchanged', () => {
  expect(csvOf('usuario@español.es')).toContain('usuario@español.es')
})

test('with details it has the state, newsletter and language, by the same rules', () => {
  expect(
    subscriberDetailsCsv([
      { email: 'ada@example.com', submittedAt: joined, state: 'confirmed', news: true, language: 'es' },
      { email: '=1@b.es', submittedAt: joined, state: 'pending', news: false, language: 'en' },
    ]),
  ).toBe(
    `\uFEFFEmail,Date Joined,State,News,Language\r\nada@example.com,${joined},confirmed,yes,es\r\n'=1@b.es,${joined},pending,no,en\r\n`,
  )
})

test('the file name has the local date', () => {
  expect(csvName(new Date(2026, 2, 9, 23, 59))).toBe('industria-waitlist-2026-03-09.csv')
})
