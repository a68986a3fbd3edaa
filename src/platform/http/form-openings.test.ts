import { expect, test } from 'bun:test'
import { createFormOpenings } from './form-openings'

test('a form counts as open since the first visit, and is reported once', () => {
  let now = 5000
  const openings = createFormOpenings(() => now)
  const firefox = new Headers({ 'user-agent': 'Firefox' })
  const chrome = new Headers({ 'user-agent': 'Chrome' })
  openings.note(firefox, '2001:db8::1')
  now += 1500
  openings.note(firefox, '2001:db8::2')
  expect(openings.take(chrome, '2001:db8::1')).toBeUndefined()
  expect(openings.take(firefox, '192.0.2.1')).toBeUndefined()
  expect(openings.take(firefox, '2001:db8::1')).toBe(1500)
  expect(openings.take(firefox, '2001:db8::1')).toBeUndefined()
})
