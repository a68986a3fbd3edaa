import { expect, test } from 'bun:test'
import { createSampling } from './sampling'

test('up to four thousand pages a second each is looked at', () => {
  const sample = createSampling(() => 1000)
  for (let page = 0; page < 4000; page++) expect(sample()).toBe(1)
})

test('a flood is sampled, and its sum stays exact', () => {
  let at = 1000
  const sample = createSampling(() => at)
  let looked = 0
  let views = 0
  for (let page = 0; page < 100_000; page++) {
    const stands = sample()
    if (stands > 0) looked++
    views += stands
  }
  expect(looked).toBeGreaterThan(4000 + 96_000 / 20)
  expect(looked).toBeLessThan(4000 + 96_000 / 13)
  expect(100_000 - views).toBeLessThan(31)
  at = 2000
  expect(views + sample()).toBe(100_001)
})
