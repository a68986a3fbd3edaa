import { expect, test } from 'bun:test'
import { createSampling } from './count-page'

test('up to ten thousand pages in ten seconds are all counted', () => {
  const views = createSampling(() => 1000)
  for (let page = 0; page < 10_000; page++) expect(views()).toBe(1)
})

test('beyond that views are sampled, and their sum stays exact', () => {
  let at = 1000
  const sampling = createSampling(() => at)
  let looked = 0
  let views = 0
  for (let page = 0; page < 105_000; page++) {
    const stands = sampling()
    if (stands > 0) looked++
    views += stands
  }
  expect(looked).toBeGreaterThan(10_000 + 95_000 / 20)
  expect(looked).toBeLessThan(10_000 + 95_000 / 13)
  expect(105_000 - views).toBeLessThan(31)
  at = 11_000
  expect(views + sampling()).toBe(105_001)
})
