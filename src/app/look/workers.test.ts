import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import sharp from 'sharp'
import { systemState } from '#contract/system'
import { seriesOf } from '#test/network/check-metrics'
import { firstAdministrator, signIn } from '#test/client'
import { serverDatabase, type ServerDatabase, testServer } from '#test/database/server-database'
import { type SiteProcess, startSite } from '#test/site-process'
import { until } from '#test/waiting'

// Without a server (TEST_DATABASE_URL) this is printed as skipped.
describe.skipIf(!testServer)('several workers on a PostgreSQL server', () => {
  let database: ServerDatabase
  let site: SiteProcess
  beforeAll(async () => {
    database = await serverDatabase()
    site = await startSite({ env: { DATABASE_URL: database.url, WORKERS: '3', SEED_DEMO: '1', THROTTLE: '0' } })
  }, 60_000)
  afterAll(async () => {
    await site?.dispose()
    await database?.drop()
  })

  /** Uses so many connections that every worker answers some of them. */
  const everywhere = <Answer>(path: string, read: (answer: Response) => Promise<Answer>) =>
    Promise.all(
      Array.from({ length: 12 }, async () => read(await fetch(site.url + path, { headers: { connection: 'close' } }))),
    )

  test('show every new accent, icon and logo at once, whichever of them handled the change', async () => {
    const admin = await firstAdministrator(site)
    const icons = await Promise.all(
      ['#00aa55', '#0057ff'].map(async (background) => {
        const picture = sharp({ create: { width: 512, height: 512, channels: 3, background } }).png()
        const file = new File([new Uint8Array(await picture.toBuffer())], `${background}.png`)
        const { id } = (await (await admin.upload('/api/media', file)).json()) as { id: number }
        return { id, background }
      }),
    )
    for (const { id, background } of [...icons, ...icons]) {
      const saved = await admin.write('PUT', '/api/site', { icon: id, logo: id, accent: background })
      expect(saved.status).toBe(200)
      const colours = await everywhere('/icon-192.png', async (answer) => {
        const { dominant } = await sharp(await answer.bytes()).stats()
        return dominant.b > dominant.g ? '#0057ff' : '#00aa55'
      })
      expect(colours.filter((colour) => colour !== background)).toEqual([])
      const pages = await everywhere('/about/', (answer) => answer.text())
      expect(pages.filter((page) => !page.includes(`--signal-fill:${background}`))).toEqual([])
      expect(pages.filter((page) => !page.includes('class="logo"'))).toEqual([])
    }
    expect((await admin.write('PUT', '/api/site', { icon: null, logo: null, accent: null })).status).toBe(200)
    const manifests = await everywhere('/site.webmanifest', (answer) => answer.text())
    expect(manifests.filter((manifest) => !manifest.includes('favicon.svg'))).toEqual([])
    const pages = await everywhere('/about/', (answer) => answer.text())
    expect(pages.filter((page) => /--signal-fill|class="logo" alt/.test(page))).toEqual([])
  }, 60_000)

  test('report the sums of all counters, whichever is asked, and their number', async () => {
    const admin = await signIn(site)
    const counted = async (answer: Response) =>
      seriesOf(await answer.text())
        .filter(({ name }) => name === 'http_requests_total')
        .reduce((sum, { value }) => sum + value, 0)
    const before = Math.max(...(await everywhere('/metrics', counted)))
    await everywhere('/healthz', (answer) => answer.text())
    for (const now of await everywhere('/metrics', counted)) expect(now).toBeGreaterThanOrEqual(before + 12)
    await until(async () => {
      const system = systemState.parse(await (await admin.get('/api/system')).json())
      return system.processes === 3
    })
  }, 60_000)
})
