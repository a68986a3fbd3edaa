import { expect, test } from 'bun:test'
import type { Log } from '#platform/log/log'
import { listeningAddress, announceSetupCode } from './start-up'

test('the set-up code is logged with an address that a browser can open, and only while there is one', () => {
  const printed: string[] = []
  const nothing = () => {}
  const log: Log = {
    debug: nothing,
    info: nothing,
    warn: nothing,
    error: nothing,
    access: nothing,
    print: (text) => void printed.push(text),
    flush: async () => {},
  }
  for (const address of [
    listeningAddress('0.0.0.0', 3000),
    listeningAddress('::', 3000),
    listeningAddress('127.0.0.1', 3000),
    'https://acme.test',
  ])
    announceSetupCode('CODE', address, log)
  announceSetupCode(null, 'https://acme.test', log)
  expect(printed.map((text) => text.split(' at ')[1])).toEqual([
    'http://localhost:3000/admin/',
    'http://localhost:3000/admin/',
    'http://127.0.0.1:3000/admin/',
    'https://acme.test/admin/',
  ])
})
