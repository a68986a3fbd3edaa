import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { lackingForServers, newServer, type Server } from '#test/database/postgres-cluster'
import { until } from '#test/waiting'
import { createCacheTags, machineOf, readVersions } from '#platform/cache/cache-tags'
import { createLog } from '#platform/log/log'
import { createPeers } from '#platform/cache/peers'
import type { OpenDatabase } from '#platform/db/database'
import { migrateDatabase } from '#platform/db/migrate'
import { openDatabase } from '#platform/db/open-database'

const log = createLog('silent', false)
const lacking = lackingForServers()

describe.skipIf(lacking !== undefined)(`beside a hot standby${lacking ? ` (${lacking})` : ''}`, () => {
  let primary: Server
  let standby: Server
  let dispose = () => {}
  const opened: OpenDatabase[] = []
  beforeAll(async () => {
    const made = await newServer()
    dispose = made.dispose
    primary = made.server
    standby = await primary.addStandby()
  }, 60_000)
  afterEach(() => Promise.all(opened.splice(0).map((database) => database.close())))
  afterAll(() => dispose())

  const urlOf = (...servers: Server[]) =>
    `postgres://postgres@${servers.map(({ port }) => `127.0.0.1:${port}`).join(',')}/postgres`

  async function open(databaseUrl: string, databaseListenUrl?: string) {
    const database = await openDatabase({ databaseUrl, databaseListenUrl, dataDir: '' }, log, migrateDatabase)
    opened.push(database)
    if (!database.channel) throw new Error('A server has a channel')
    const peers = createPeers(database.channel, log, machineOf(undefined))
    const cacheTags = createCacheTags({
      channel: database.channel,
      peers,
      readVersions: () => readVersions(database.db),
    })
    return { ...database, cacheTags }
  }

  async function write({ db, cacheTags }: Awaited<ReturnType<typeof open>>) {
    await db.transaction((tx) => cacheTags.announce(tx, ['post']))
    await cacheTags.touch(['post'])
  }

  test('a process that can only listen there reports that it gets no notifications and why, and lags a little', async () => {
    const [here, there] = [await open(urlOf(primary), urlOf(standby)), await open(urlOf(primary))]
    await until(() => here.cacheTags.listenError() !== undefined)
    expect(here.cacheTags.listenError()).toContain('recovery')
    await here.cacheTags.settle()
    expect(here.cacheTags.isCurrent()).toBe(true)
    const before = here.cacheTags.stamp(['post'])
    await write(there)
    const written = performance.now()
    await until(async () => {
      await here.cacheTags.settle()
      return here.cacheTags.isCurrent() && here.cacheTags.stamp(['post']) !== before
    })
    expect(performance.now() - written).toBeLessThan(5000)
    expect(there.cacheTags.listenError()).toBeUndefined()
  }, 30_000)

  test('with several hosts it listens to the primary, wherever it is in the list', async () => {
    const both = urlOf(standby, primary)
    const [here, there] = [await open(both), await open(urlOf(primary), both)]
    for (const { cacheTags } of [here, there]) {
      await until(() => cacheTags.isCurrent())
      expect(cacheTags.listenError()).toBeUndefined()
    }
    await until(() => there.cacheTags.isCurrent())
    const before = there.cacheTags.stamp(['post'])
    await write(here)
    await until(() => there.cacheTags.isCurrent())
    expect(there.cacheTags.stamp(['post'])).not.toBe(before)
  }, 30_000)

  test('once the standby is promoted and the site with it, it listens there', async () => {
    const here = await open(urlOf(primary, standby))
    await until(() => here.cacheTags.isCurrent())
    const before = here.cacheTags.stamp(['post'])
    await primary.stop('immediate')
    await standby.promote()
    await until(() => here.isReady() && here.channel?.isListening() === true)
    expect(here.cacheTags.listenError()).toBeUndefined()
    expect(here.cacheTags.stamp(['post'])).not.toBe(before)
    await write(here)
  }, 30_000)
})
