import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkArchive } from '#app/content/read-archive'
import type { Backup } from '#contract/backups'
import { administrator, type Client, firstAdministrator, signIn } from '../../client'
import { crowding } from '../../crowding'
import { postInput } from '../../inputs'
import { startSite } from '../../site-process'
import { run } from './disks'
import { type DrillOptions, expectThat, type Figures, newFigures, timedInto, until } from '../figures'

const posts = 60

/**
 * kill -9 during a backup: a backup with the state `done` is complete, others have failed with a reason, no partial
 * file stays in the store, and the next backup succeeds. `acknowledged` counts the completed ones.
 */
export async function backupDrill({ name, rounds, env = {} }: DrillOptions): Promise<Figures> {
  const figures = newFigures(`kill -9 while the site is backed up, ${name}`)
  const dataDir = mkdtempSync(join(tmpdir(), 'backups-'))
  const options = { dataDir, env: { ...env, THROTTLE: '0', SEED_DEMO: '0' } }
  let site = await startSite(options)
  try {
    let admin = await firstAdministrator(site)
    await writePosts(admin)
    let took = 0
    for (let round = 0; round < rounds; round++) {
      const id = await begin(figures, admin)
      const started = performance.now()
      // The first one runs to its end, to measure how long they take.
      if (round === 0) await untilOver(admin, id)
      else await Bun.sleep(Math.random() * took)
      if (round === 0) took = performance.now() - started
      await site.stop('SIGKILL')
      site = await timedInto(figures, 'longestRecoveryMs', () => startSite(options))
      admin = await signIn(site)
      await untilOver(admin, id)
      await auditBackups(figures, admin, join(dataDir, 'backups'))
      figures.rounds++
    }
    const last = await begin(figures, admin)
    await untilOver(admin, last)
    const backups = await listBackups(admin)
    const isMade = backups.some(({ id, verified }) => id === last && verified)
    expectThat(figures, isMade, 'after all kills no backup could be made')
    figures.acknowledged = backups.filter(({ state }) => state === 'done').length
  } finally {
    await site.stop('SIGKILL')
    rmSync(dataDir, { recursive: true, force: true })
  }
  return figures
}

/**
 * The disk of the backups fills up during one: it fails, older ones stay, and with free space backups succeed again.
 */
export async function fullDiskDrill(): Promise<Figures | { leftOut: string }> {
  const figures = newFigures('disk full while the site is backed up')
  const dataDir = mkdtempSync(join(tmpdir(), 'backups-'))
  const folder = join(dataDir, 'backups')
  mkdirSync(folder)
  const mount = ['mount', '-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', folder]
  if ((await run(mount).catch(() => undefined)) === undefined) {
    rmSync(dataDir, { recursive: true, force: true })
    return { leftOut: `${figures.drill}: this machine lets nobody mount a small file system` }
  }
  const site = await startSite({ dataDir, env: { THROTTLE: '0', SEED_DEMO: '0' } })
  try {
    const admin = await firstAdministrator(site)
    await writePosts(admin)
    const backUp = async () => {
      const id = await begin(figures, admin)
      await untilOver(admin, id)
      await auditBackups(figures, admin, folder)
      return (await listBackups(admin)).find((backup) => backup.id === id)
    }
    const first = await backUp()
    expectThat(figures, first?.verified === true, 'there was no room for the first backup')
    let failed: Backup | undefined
    for (; figures.rounds < 20 && failed?.state !== 'failed'; figures.rounds++) failed = await backUp()
    expectThat(figures, failed?.state === 'failed' && failed.error !== null, 'the disk never ran full')
    expectThat(figures, (await admin.get('/blog/')).status === 200, 'a page was not answered')
    for (const { id } of await listBackups(admin)) await admin.write('DELETE', `/api/backups/${id}`)
    expectThat(figures, (await backUp())?.verified === true, 'no backup could be made once there was room')
  } finally {
    await site.stop()
    await run(['umount', folder]).catch(() => run(['umount', '-l', folder]))
    rmSync(dataDir, { recursive: true, force: true })
  }
  return figures
}

/** Incompressible texts, so that an archive has some hundred kilobytes. */
async function writePosts(admin: Client): Promise<void> {
  for (let post = 0; post < posts; post++) {
    const content = `<p>${crypto.getRandomValues(new Uint8Array(4000)).toHex()}</p>`
    await admin.write('POST', '/api/blog', postInput({ slug: `post-${post}`, content }))
  }
}

async function begin(figures: Figures, admin: Client): Promise<number> {
  const answer = await admin.write('POST', '/api/backups')
  expectThat(figures, answer.status === 202, `a backup was answered ${answer.status}`)
  return ((await answer.json()) as Backup).id
}

const listBackups = async (admin: Client) => (await (await admin.get('/api/backups')).json()) as Backup[]

const untilOver = (admin: Client, id: number): Promise<void> =>
  until('a backup is over', 60_000 * crowding(), async () =>
    (await listBackups(admin)).every((backup) => backup.id !== id || backup.state !== 'running'),
  )

/** Backups with the state `done` can be downloaded and are complete; no other files are in the store. */
export async function auditBackups(figures: Figures, admin: Client, folder?: string): Promise<void> {
  const backups = await listBackups(admin)
  const done = backups.filter(({ state }) => state === 'done')
  for (const { state, verified, error } of backups) {
    expectThat(figures, (state === 'done') === verified, `a backup that is ${state} says verified: ${verified}`)
    expectThat(figures, (state === 'failed') === (error !== null), `a backup that is ${state} says ${error}`)
  }
  await admin.write('POST', '/api/account/confirm', { currentPassword: administrator.password })
  for (const { id, bytes } of done) {
    const answer = await admin.get(`/api/backups/${id}/archive`)
    const archive = new Uint8Array(await answer.arrayBuffer())
    const isWhole = await checkArchive(one(archive)).then(
      () => true,
      () => false,
    )
    expectThat(figures, isWhole && archive.byteLength === bytes, `a backup of ${bytes} bytes is not whole`)
  }
  if (folder === undefined || !existsSync(folder)) return
  await until('nothing else lies at the place', 30_000 * crowding(), async () => {
    const kept = (await listBackups(admin)).filter(({ state }) => state === 'done').length
    return readdirSync(folder).length === kept
  })
}

async function* one(piece: Uint8Array) {
  yield piece
}
