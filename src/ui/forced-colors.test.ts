import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'

/** With forced colours the browser puts a backdrop of the paper's colour behind text, unless told otherwise. */
test('text in the colour of the paper keeps its own background with forced colours', () => {
  const rules = [...new Bun.Glob('**/*.css').scanSync('src')].flatMap((path) =>
    [...readFileSync(`src/${path}`, 'utf8').matchAll(/^ *color: var\(--paper.*\n(.*)/gm)].map(([, next = '']) => ({
      path,
      next: next.trim(),
    })),
  )
  expect(rules.length).toBeGreaterThan(10)
  for (const { path, next } of rules) expect([path, next]).toEqual([path, 'forced-color-adjust: none;'])
})
