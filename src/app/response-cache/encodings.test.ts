import { expect, test } from 'bun:test'
import { acceptedEncodings, type Encoding } from './encodings'

const preferred: [header: string | null, encodings: string[], offered?: Encoding[]][] = [
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
  ['gzip;q=1.0, br;q=0.1', ['gzip']],
  ['br;q=0.5, zstd;q=0.5, gzip;q=0.2', ['br', 'zstd']],
  ['gzip;q=0.5, *;q=0.4', ['gzip']],
  ['gzip;q=0.5, *;q=0.8', ['br', 'zstd']],
  ['identity, gzip;q=0.5', []],
  ['identity;q=0.5, gzip;q=0.4, br;q=0.3', []],
  ['identity;q=0.5, gzip;q=0.5', ['gzip']],
  ['gzip, br;q=0.1', ['br'], ['br']],
  ['gzip, br;q=0.1, identity;q=0.5', [], ['br']],
  ['br, gzip;q=0.5', ['gzip'], ['zstd', 'gzip']],
]
for (const [header, encodings, offered] of preferred) {
  const of = offered ? ` of ${offered.join(', ')}` : ''
  test(`${header ?? 'no header'} prefers ${encodings.join(', ') || 'no encoding'}${of}`, () => {
    for (let time = 0; time < 2; time++) {
      const { br, zstd, gzip } = acceptedEncodings(header, offered)
      expect(
        Object.entries({ br, zstd, gzip })
          .filter(([, is]) => is)
          .map(([name]) => name),
      ).toEqual(encodings)
    }
  })
}

test('no encoding is allowed unless a header says otherwise', () => {
  const isPlainAllowed = (header: string | null) => acceptedEncodings(header).plain
  for (const header of [null, '', 'gzip', 'gzip;q=0', 'identity;q=0.1', '*', 'identity, *;q=0'])
    expect([header, isPlainAllowed(header)]).toEqual([header, true])
  for (const header of ['identity;q=0, gzip', 'gzip, *;q=0', '*;q=0'])
    expect([header, isPlainAllowed(header)]).toEqual([header, false])
})

test('a header longer than any browser sends is ignored', () => {
  expect(acceptedEncodings('br;q=0.1,'.repeat(1700)).br).toBe(false)
})
