import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { firstAdministrator, visitor } from '../../client'
import { type SiteProcess, startSite } from '../../site-process'
import { startEditing } from './editing'
import { type DrillOptions, type Figures, newFigures, timedInto } from '../figures'
import { audit, startWriters } from './writers'

/**
 * kill -9 under load, repeatedly on the same data: no acknowledged write is lost or duplicated, including drafts,
 * restored versions and schedules; every restart succeeds.
 */
export async function killDrill({ name, rounds, env = {} }: DrillOptions): Promise<Figures> {
  const figures = newFigures(`kill -9 under load, ${name}`)
  const dataDir = mkdtempSync(join(tmpdir(), 'kill-'))
  const options = { dataDir, env: { ...env, THROTTLE: '0', SEED_DEMO: '0' } }
  let site = await startSite(options)
  try {
    const { cookie } = await firstAdministrator(site)
    const postId = await createPost(site, cookie)
    const editing = await startEditing(visitor(site.url, cookie))
    for (let round = 0; round < rounds; round++) {
      const { url } = site
      const writers = startWriters({
        visitors: Array.from({ length: 8 }, () => visitor(url)),
        admin: visitor(url, cookie),
        postId,
        label: `round-${round}`,
      })
      const stopEditing = editing.start(visitor(url, cookie))
      await Bun.sleep(300 + Math.random() * 700)
      const ended = site.stop('SIGKILL')
      await Promise.all([writers.stop(), stopEditing()])
      await ended
      site = await timedInto(figures, 'longestRecoveryMs', () => startSite(options))
      await audit(figures, visitor(site.url, cookie), writers.done)
      await editing.audit(figures, visitor(site.url, cookie))
      figures.rounds++
    }
  } finally {
    await site.stop('SIGKILL')
    rmSync(dataDir, { recursive: true, force: true })
  }
  return figures
}

/** Killing the first start during its migrations does no harm. */
export async function firstStartDrill({
  name,
  rounds,
  env,
}: {
  name: string
  rounds: number
  env(round: number): Promise<Record<string, string>>
}): Promise<Figures> {
  const figures = newFigures(`kill -9 during the first start, ${name}`)
  for (let round = 0; round < rounds; round++) {
    const dataDir = mkdtempSync(join(tmpdir(), 'first-'))
    const settings = { SEED_DEMO: '1', ...(await env(round)) }
    const victim = Bun.spawn(['bun', 'dist/server/server.js'], {
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        HOST: '127.0.0.1',
        PORT: '0',
        DATA_DIR: dataDir,
        ...settings,
      },
      stdin: 'ignore',
      stdout: 'ignore',
      stderr: 'ignore',
    })
    await Bun.sleep(100 + ((round + Math.random()) / rounds) * 2400)
    victim.kill('SIGKILL')
    await victim.exited
    const site = await timedInto(figures, 'longestRecoveryMs', () => startSite({ dataDir, env: settings }))
    const posts = (await (await visitor(site.url).get('/api/blog')).json()) as unknown[]
    if (posts.length < 6) figures.faults.push(`after a killed start the site has ${posts.length} posts`)
    figures.rounds++
    await site.dispose()
  }
  return figures
}

async function createPost(site: SiteProcess, cookie: string): Promise<number> {
  const answer = await visitor(site.url, cookie).write('POST', '/api/blog', {
    title: 'Saved under load',
    slug: 'saved-under-load',
    excerpt: '0',
    content: '<p>Text.</p>',
    imageUrl: '/og.png',
  })
  if (answer.status !== 201) throw new Error(`Creating a post answered ${answer.status}`)
  return ((await answer.json()) as { id: number }).id
}
