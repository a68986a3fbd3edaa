import { describe, expect, test } from 'bun:test'
import { clientAddressOf, createOriginCheck, isHost } from './origin'

const ask = (config: { siteUrl?: string; trustProxy?: boolean }, headers: Record<string, string>) =>
  createOriginCheck({ trustProxy: false, ...config })(new Headers(headers))

describe('a host', () => {
  test('is a name or an address, with an optional port', () => {
    for (const host of [
      'acme.test',
      'ACME.test:8080',
      'localhost',
      '127.0.0.1:3000',
      '[::1]',
      '[::1]:3000',
      'a_b.test',
      'xn--espaol-zwa.es',
      'acme.test.',
    ]) {
      expect(`${host} ${isHost(host)}`).toBe(`${host} true`)
    }
  })

  test('is not anything else', () => {
    for (const host of [
      '',
      ' ',
      'a b',
      'a/b',
      'user@acme.test',
      'acme.test:',
      'acme.test:99999',
      'acme.test:8x',
      'a, b',
      'a?b',
      'a#b',
      '-a.test',
      'a..b',
      '[::1',
      '::1',
      '"',
      'é',
      '<b>',
      'a\\b',
      `${'a'.repeat(300)}.test`,
      '999.999.999.999',
    ]) {
      expect(`${host} ${isHost(host)}`).toBe(`${host} false`)
    }
  })
})

describe('the origin', () => {
  test('is that of the request while none is configured', () => {
    expect(ask({}, { host: 'acme.test:8080' })).toEqual({ origin: 'http://acme.test:8080' })
    expect(ask({}, { host: 'ACME.test:80' })).toEqual({ origin: 'http://acme.test' })
  })

  test('is SITE_URL, for its own host and the loopback names only', () => {
    const siteUrl = 'https://acme.test'
    for (const host of ['acme.test', 'Acme.test:443', 'localhost:3000', '127.0.0.1', '[::1]:3000'])
      expect(ask({ siteUrl }, { host })).toEqual({ origin: siteUrl })
    for (const host of ['evil.test', 'acme.test.evil.test', 'acme.test:8080', '127.0.0.1.evil.test'])
      expect(ask({ siteUrl }, { host })).toEqual({ refused: 'misdirected' })
  })

  test('is read from forwarded headers only behind a trusted proxy', () => {
    const headers = { host: 'inner:3000', 'x-forwarded-host': 'forged.test, acme.test', 'x-forwarded-proto': 'https' }
    expect(ask({}, headers)).toEqual({ origin: 'http://inner:3000' })
    expect(ask({ trustProxy: true }, headers)).toEqual({ origin: 'https://acme.test' })
    expect(ask({ trustProxy: true }, { host: 'inner:3000' })).toEqual({ origin: 'http://inner:3000' })
    expect(ask({ trustProxy: true }, { host: 'inner', 'x-forwarded-host': 'a/b' })).toEqual({ refused: 'malformed' })
  })

  test('needs a host', () => {
    expect(ask({}, {})).toEqual({ refused: 'missing' })
    expect(ask({ trustProxy: true }, { 'x-forwarded-host': 'acme.test' })).toEqual({ refused: 'missing' })
  })
})

test('the address of a visitor is the one that the nearest proxy saw', () => {
  const headers = new Headers({ 'x-forwarded-for': '203.0.113.9, 198.51.100.7' })
  expect(clientAddressOf(headers, () => '192.0.2.1', true)).toBe('198.51.100.7')
  expect(clientAddressOf(headers, () => '192.0.2.1', false)).toBe('192.0.2.1')
  expect(clientAddressOf(new Headers(), () => undefined, true)).toBe('127.0.0.1')
})

test('the client address is the first that the trusted proxies have added', () => {
  const headers = new Headers({ 'x-forwarded-for': '6.6.6.6, 192.0.2.7, 203.0.113.9' })
  const connection = () => '10.0.0.1'
  expect(clientAddressOf(headers, connection, false)).toBe('10.0.0.1')
  expect(clientAddressOf(headers, connection, true)).toBe('203.0.113.9')
  expect(clientAddressOf(headers, connection, 2)).toBe('192.0.2.7')
  expect(clientAddressOf(new Headers({ 'x-forwarded-for': '192.0.2.7' }), connection, 2)).toBe('192.0.2.7')
  expect(clientAddressOf(new Headers(), connection, 2)).toBe('10.0.0.1')
})
