import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Backup, Restore } from '#contract/backups'
import { administrator, type Client, firstAdministrator, signIn, visitor } from '../../client'
import { crowding } from '../../crowding'
import { postInput } from '../../inputs'
import { startSite } from '../../site-process'
import { auditBackups } from './backup-drill'
import { type DrillOptions, expectThat, type Figures, newFigures, timedInto, until } from '../figures'

const posts = 60
const siteName = 'Drill'
/** The title of every post of the site, before and after the change. */
const states = ['first', 'second'] as const
type State = (typeof states)[number]

/**
 * kill -9 during a backup and a restore: the site is in the old or the restored state, complete, the reported state of
 * the restore is true, only complete backups are reported as done, and writes succeed again.
 */
export async function restoreDrill({ name, rounds, env = {} }: DrillOptions): Promise<Figures> {
  const figures = newFigures(`kill -9 while the site is restored, ${name}`)
  const dataDir = mkdtempSync(join(tmpdir(), 'restores-'))
  const options = { dataDir, env: { ...env, THROTTLE: '0', SEED_DEMO: '0', SITE_NAME: siteName } }
  let site = await startSite(options)
  try {
    let admin = await firstAdministrator(site)
    const backups = await prepare(admin)
    let took = 0
    for (let round = 0; round < rounds; round++) {
      const was = await stateOf(admin)
      const wanted = was === 'first' ? 'second' : 'first'
      const begun = await admin.write('POST', '/api/restores', {
        backup: backups[wanted],
        currentPassword: administrator.password,
        confirm: siteName,
      })
      expectThat(figures, begun.status === 202, `a restore was answered ${begun.status}`)
      const { id } = (await begun.json()) as { id: number }
      const started = performance.now()
      // The first one runs to its end, to measure how long they take.
      const isLeft = round === 0
      if (isLeft) await until('the restore is over', 60_000 * crowding(), async () => isOver(await signIn(site), id))
      else await Bun.sleep(Math.random() * took)
      if (isLeft) took = performance.now() - started
      await site.stop('SIGKILL')
      site = await timedInto(figures, 'longestRecoveryMs', () => startSite(options))
      admin = await signIn(site)
      await until('the restore is ended', 30_000 * crowding(), () => isOver(admin, id))
      const { state } = (await (await admin.get(`/api/restores/${id}`)).json()) as Restore
      const is = await stateOf(admin)
      expectThat(figures, is !== undefined, 'the site is neither the one of before nor the restored one')
      expectThat(figures, (state === 'done') === (is === wanted), `a restore said ${state}, and the site is ${is}`)
      if (isLeft) expectThat(figures, state === 'done', `a restore that was left alone has ${state}`)
      await auditBackups(figures, admin)
      const joined = await visitor(site.url).write('POST', '/api/waitlist', { email: `a${round}@example.com` })
      expectThat(figures, joined.status === 201, `a write was answered ${joined.status}`)
      if (joined.status === 201) figures.acknowledged++
      figures.rounds++
    }
  } finally {
    await site.stop('SIGKILL')
    rmSync(dataDir, { recursive: true, force: true })
  }
  return figures
}

/** Creates both states of the site, and a backup of each. */
async function prepare(admin: Client): Promise<Record<State, number>> {
  for (let post = 0; post < posts; post++)
    await admin.write('POST', '/api/blog', postInput({ slug: `post-${post}`, title: 'first' }))
  const first = await backUp(admin)
  for (let post = 1; post <= posts; post++)
    await admin.write('PUT', `/api/blog/${post}`, postInput({ slug: `post-${post - 1}`, title: 'second' }))
  return { first, second: await backUp(admin) }
}

async function backUp(admin: Client): Promise<number> {
  const { id } = (await (await admin.write('POST', '/api/backups')).json()) as Backup
  await until('a backup is done', 30_000 * crowding(), async () =>
    (await listBackups(admin)).some((backup) => backup.id === id && backup.state === 'done'),
  )
  return id
}

const listBackups = async (admin: Client) => (await (await admin.get('/api/backups')).json()) as Backup[]

/** undefined for a mixed or any other state. */
async function stateOf(admin: Client): Promise<State | undefined> {
  const titles = ((await (await admin.get('/api/blog')).json()) as { title: string }[]).map(({ title }) => title)
  return states.find((state) => titles.length === posts && titles.every((title) => title === state))
}

const isOver = async (admin: Client, id: number): Promise<boolean> =>
  ((await (await admin.get(`/api/restores/${id}`)).json()) as Restore).state !== 'running'
