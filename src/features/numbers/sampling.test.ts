import { expect, test } from 'bun:test'
import type { Browser } from '#platform/visits/seen-page'
import { createSampling } from './sampling'

test('up to five thousand pages in ten seconds each is looked at', () => {
  const { views } = createSampling(() => 1000)
  for (let page = 0; page < 5000; page++) expect(views()).toBe(1)
})

test('a flood is sampled, and its sum stays exact', () => {
  let at = 1000
  const sampling = createSampling(() => at)
  let looked = 0
  let views = 0
  for (let page = 0; page < 100_000; page++) {
    const stands = sampling.views()
    if (stands > 0) looked++
    views += stands
  }
  expect(looked).toBeGreaterThan(5000 + 95_000 / 20)
  expect(looked).toBeLessThan(5000 + 95_000 / 13)
  expect(100_000 - views).toBeLessThan(31)
  at = 11_000
  expect(views + sampling.views()).toBe(100_001)
})

test('the address of a browser is looked at two thousand times in ten seconds, and now and then beyond', () => {
  let at = 1000
  const sampling = createSampling(() => at)
  const browserOf = (name: string): Browser => ({
    name,
    isRobot: false,
    device: 'desktop',
    places: new Map(),
    window: 0,
    inWindow: 0,
  })
  const [loud, quiet] = [browserOf('loud'), browserOf('quiet')]
  const look = (browser: Browser) => {
    sampling.views()
    return sampling.looksAt(browser)
  }
  for (let page = 0; page < 2000; page++) expect(look(loud)).toBe(true)
  let looked = 0
  for (let page = 0; page < 16_000; page++) if (look(loud)) looked++
  expect(looked).toBeGreaterThan(16_000 / 20)
  expect(looked).toBeLessThan(16_000 / 13)
  expect(look(quiet)).toBe(true)
  at = 11_000
  for (let page = 0; page < 2000; page++) expect(look(loud)).toBe(true)
})
