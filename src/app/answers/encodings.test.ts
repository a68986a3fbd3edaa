import { expect, test } from 'bun:test'
import { acceptedEncodings } from './encodings'

const allowed: [header: string | null, encodings: string[]][] = [
  [null, []],
  ['', []],
  ['gzip, deflate, br, zstd', ['br', 'zstd', 'gzip']],
  ['br;q=0, gzip;q=0.5', ['gzip']],
  ['gzip;q=0.0', []],
  ['*', ['br', 'zstd', 'gzip']],
  ['br;q=0, *', ['zstd', 'gzip']],
  ['*;q=0', []],
  ['BR , x-gzip', ['br']],
  ['identity', []],
]
for (const [header, encodings] of allowed) {
  test(`${header ?? 'no header'} allows ${encodings.join(', ') || 'no encoding'}`, () => {
    for (let time = 0; time < 2; time++) {
      expect(
        Object.entries(acceptedEncodings(header))
          .filter(([, is]) => is)
          .map(([name]) => name),
      ).toEqual(encodings)
    }
  })
}

test('a header longer than any browser sends is not read', () => {
  expect(acceptedEncodings('br;q=0.1,'.repeat(1700)).br).toBe(false)
})
