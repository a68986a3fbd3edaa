import { afterEach, expect, test } from 'bun:test'
import type { Channel, ListenStart } from '#platform/db/database'
import { createLog, type Log } from '#platform/log/log'
import { createPeers, type Peers } from './peers'

type Connection = { hear(payload: string): void; isStuck: boolean; missed: string[] }

/** A fake NOTIFY: delivers to every listener in order, except on blocked connections. */
function server() {
  const said: string[] = []
  const connections: Connection[] = []

  function connect() {
    const connection: Connection = { hear: () => {}, isStuck: false, missed: [] }
    let greet: (how: ListenStart) => Promise<void> = async () => {}
    const channel: Channel = {
      listen: (_, heard) => {
        connection.hear = heard
        connections.push(connection)
      },
      onListening: (work) => {
        greet = work
      },
      async ask(statement, parameters) {
        await Promise.resolve()
        if (statement.includes('count(*)')) return [{ count: connections.length - 1 }]
        const payload = parameters?.[1]
        if (payload === undefined) return []
        said.push(payload)
        for (const listener of connections)
          if (listener.isStuck) listener.missed.push(payload)
          else queueMicrotask(() => listener.hear(payload))
        return []
      },
      hold: () => () => {},
      isListening: () => !connection.isStuck,
      noteUse: () => {},
      isAway: () => false,
      hasListened: () => true,
      settled: async () => {},
      listenError: () => undefined,
    }
    return {
      channel,
      begin: () => greet('begun'),
      stick: () => {
        connection.isStuck = true
      },
      resume() {
        connection.isStuck = false
        for (const payload of connection.missed.splice(0)) connection.hear(payload)
      },
    }
  }
  return { connect, count: (word: string) => said.filter((payload) => payload.startsWith(`${word} `)).length }
}

const begun: Peers[] = []
afterEach(() => Promise.all(begun.splice(0).map((peers) => peers.leave())))

async function join(to: ReturnType<typeof server>, machine: string, log: Log = createLog('silent', false)) {
  const connection = to.connect()
  const peers = createPeers(connection.channel, log, machine)
  begun.push(peers)
  await connection.begin()
  return { ...connection, ...peers }
}

/** Whether it resolves without a timer. */
async function isAtOnce(work: Promise<void>): Promise<boolean> {
  let isDone = false
  void work.then(() => (isDone = true))
  for (let turn = 0; turn < 50; turn++) await Promise.resolve()
  return isDone
}

function noting() {
  const lines: { message: string; fields?: Record<string, unknown> }[] = []
  const log: Log = { ...createLog('silent', false), warn: (message, fields) => void lines.push({ message, fields }) }
  return { log, lines }
}

test('a process without peers asks nobody and waits for nothing', async () => {
  const site = server()
  const { haveHeard, areThere } = await join(site, 'one')
  expect(await isAtOnce(haveHeard())).toBe(true)
  expect([areThere(), site.count('ask')]).toEqual([false, 0])
})

test('processes on one machine do not wait for each other', async () => {
  const site = server()
  const [here, sibling] = [await join(site, 'one'), await join(site, 'one')]
  sibling.stick()
  expect(await isAtOnce(here.haveHeard())).toBe(true)
  expect([here.areThere(), site.count('ask')]).toEqual([false, 0])
})

test('a write waits until the peer has processed it', async () => {
  const site = server()
  const here = await join(site, 'one')
  const there = await join(site, 'two')
  expect([here.areThere(), there.areThere()]).toEqual([true, true])
  there.stick()
  const heard = here.haveHeard()
  expect(await isAtOnce(heard)).toBe(false)
  there.resume()
  await heard
  expect(site.count('heard')).toBe(1)
})

test('many concurrent writes share one question and its answer', async () => {
  const site = server()
  const here = await join(site, 'one')
  await join(site, 'two')
  await Promise.all(Array.from({ length: 500 }, () => here.haveHeard()))
  expect([site.count('ask'), site.count('heard')]).toEqual([1, 1])
})

test('a peer that does not answer is waited for once, logged in one line, and waited for again when it reports back', async () => {
  const site = server()
  const { log, lines } = noting()
  const here = await join(site, 'one', log)
  const there = await join(site, 'two')
  there.stick()
  await here.haveHeard()
  for (let tries = 0; tries < 100 && lines.length === 0; tries++) await Bun.sleep(10)
  expect(lines).toHaveLength(1)
  expect(lines[0]?.message).toContain('before another process had received it')
  expect(lines[0]?.fields?.process).toMatch(/^two\./)
  await Bun.sleep(10)
  expect(await isAtOnce(here.haveHeard())).toBe(true)
  there.resume()
  there.stick()
  await Bun.sleep(10)
  expect(await isAtOnce(here.haveHeard())).toBe(false)
})

test('a peer that leaves is not waited for', async () => {
  const site = server()
  const here = await join(site, 'one')
  const there = await join(site, 'two')
  await there.leave()
  await here.haveHeard()
  there.stick()
  expect([await isAtOnce(here.haveHeard()), here.areThere()]).toEqual([true, false])
})
