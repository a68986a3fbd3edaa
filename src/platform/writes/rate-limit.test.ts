import { expect, test } from 'bun:test'
import { HttpError } from '#contract/http-error'
import { createRateLimit } from '#platform/writes/throttle'

test('a client address has a limited number of requests, which refill one by one', () => {
  let now = 0
  const count = createRateLimit({ hits: 3, seconds: 30 }, () => now)
  const retryAfter = (address: string) => {
    try {
      count(address)
      return undefined
    } catch (error) {
      expect(error).toMatchObject({ status: 429 })
      return (error as HttpError).options.headers?.['Retry-After']
    }
  }
  expect(Array.from({ length: 4 }, () => retryAfter('1.2.3.4'))).toEqual([undefined, undefined, undefined, '10'])
  expect(retryAfter('1.2.3.5')).toBeUndefined()
  now = 9_000
  expect(retryAfter('1.2.3.4')).toBe('1')
  now = 10_000
  expect([retryAfter('1.2.3.4'), retryAfter('1.2.3.4')]).toEqual([undefined, '10'])
  now = 1_000_000
  expect(Array.from({ length: 4 }, () => retryAfter('1.2.3.4'))).toEqual([undefined, undefined, undefined, '10'])
  now = 1_001_500
  expect(() => count('1.2.3.4')).toThrow(
    expect.objectContaining({ options: expect.objectContaining({ values: { seconds: 9 } }) }),
  )
  expect([...'abcd'].map((end) => retryAfter(`2001:db8:1:2::${end}`))).toEqual([undefined, undefined, undefined, '10'])
})
