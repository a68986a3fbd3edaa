import { afterAll, expect, test } from 'bun:test'
import { networkInterfaces } from 'node:os'
import { requestPublic, isPublic, type Network, NoSuchName, NotPublic } from './public-network'

const hosts: string[] = []
const server = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch(request) {
    hosts.push(`${request.method} ${request.headers.get('host')}`)
    return new Response('here')
  },
})
afterAll(() => server.stop(true))

const ask = (address: string, network: Partial<Network> = {}) =>
  requestPublic(new URL(address), {
    method: 'HEAD',
    headers: {},
    signal: AbortSignal.timeout(2000),
    network: { resolve: async () => ['127.0.0.1'], isPublic: () => true, ...network },
  }).then((answer) => {
    answer.destroy()
    return answer.statusCode
  })
const faultOf = (asked: Promise<unknown>) =>
  asked.then(
    () => undefined,
    (error: unknown) => error,
  )

test('the address that was checked is the one connected to, whatever the name resolves to later (DNS rebinding)', async () => {
  const answers = [['127.0.0.1'], ['127.0.0.2']]
  const asked: string[] = []
  const status = await ask(`http://turning.test:${server.port}/`, {
    resolve: async (host) => {
      asked.push(host)
      return answers.shift() ?? []
    },
    isPublic: (address) => address === '127.0.0.1',
  })
  expect([status, asked]).toEqual([200, ['turning.test']])
  expect(hosts).toEqual([`HEAD turning.test:${server.port}`])
})

test('a host name with any address that is not public is refused, and so is such an address itself', async () => {
  hosts.length = 0
  const resolve = async () => ['127.0.0.1', '10.0.0.1']
  const only = (address: string) => address === '127.0.0.1'
  expect(await faultOf(ask(`http://two.test:${server.port}/`, { resolve, isPublic: only }))).toBeInstanceOf(NotPublic)
  for (const host of ['127.0.0.1', '[::1]', '2130706433', '0x7f.1', 'localhost', 'LOCALHOST.', 'a.localhost'])
    expect(await faultOf(ask(`http://${host}:${server.port}/`, { isPublic }))).toBeInstanceOf(NotPublic)
  expect(hosts).toEqual([])
})

test('localhost is this machine, whatever the DNS says, and allowed only at an excepted address', async () => {
  hosts.length = 0
  const resolve = () => Promise.reject(new Error('was asked'))
  const only = (address: string) => address === '127.0.0.1'
  expect(await ask(`http://shop.localhost:${server.port}/`, { resolve, isPublic: only })).toBe(200)
  expect(hosts).toEqual([`HEAD shop.localhost:${server.port}`])
})

test('a name without an address is distinguished from a DNS server that does not answer', async () => {
  const failing = (code: string) => ({
    resolve: () => Promise.reject(Object.assign(new Error('no'), { code })),
  })
  expect(await faultOf(ask('http://nobody.test/', failing('ENOTFOUND')))).toBeInstanceOf(NoSuchName)
  expect(await faultOf(ask('http://nobody.test/', failing('EAI_AGAIN')))).not.toBeInstanceOf(NoSuchName)
  const asked = ask('http://nobody.invalid/', { resolve: () => Promise.reject(new Error('was asked')) })
  expect(await faultOf(asked)).toBeInstanceOf(NoSuchName)
})

test('a DNS server that never answers does not outlast the request', async () => {
  const asked = requestPublic(new URL('http://slow.test/'), {
    method: 'GET',
    headers: {},
    signal: AbortSignal.timeout(20),
    network: { resolve: () => new Promise(() => {}), isPublic: () => true },
  })
  expect(await faultOf(asked)).toBeInstanceOf(Error)
})

test('the addresses of this machine are not public', () => {
  const own = Object.values(networkInterfaces()).flatMap((some) => some ?? [])
  expect(own.length).toBeGreaterThan(0)
  for (const { address } of own) expect([address, isPublic(address)]).toEqual([address, false])
})

test.each([
  '127.0.0.1',
  '127.8.8.8',
  '0.0.0.0',
  '10.0.0.1',
  '172.16.0.1',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '::1',
  '::',
  '::ffff:127.0.0.1',
  '::ffff:10.0.0.1',
  '::ffff:93.184.216.34',
  '::127.0.0.1',
  '::ffff:0:127.0.0.1',
  '64:ff9b::7f00:1',
  '64:ff9b:1::a00:1',
  '2002:7f00:1::',
  '2001:0:4136:e378:8000:63bf:3fff:fdd2',
  '2001:db8::1',
  '3fff::1',
  '100::1',
  '192.0.0.170',
  '192.0.2.1',
  '198.18.0.1',
  '192.88.99.1',
  '240.0.0.1',
  'fe80::1',
  'fec0::1',
  'fd00::1',
  'ff02::1',
  'localhost',
  '::7f00:1',
  '4000::1',
])('%s is not public', (address) => {
  expect(isPublic(address)).toBe(false)
})

test.each(['93.184.216.34', '1.1.1.1', '2606:4700::1111'])('%s is public', (address) => {
  expect(isPublic(address)).toBe(true)
})
