import { PGlite } from '@electric-sql/pglite'
import { fdatasync, fdatasyncSync, fsyncSync, mkdtempSync, readlinkSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { DurableFiles, syncOnce } from '#platform/db/embedded/durable-files'
import { startPglite } from '#platform/db/embedded/embedded'

/**
 * `bun run bench:durable`: the cost of real flushes to the disk for the embedded database, compared with unpatched
 * PGlite, whose flushes do nothing, in interleaved rounds; and which files are flushed for one commit, in order.
 */
const rounds = 3
const commits = 400
const scratch = mkdtempSync(join(tmpdir(), 'durable-'))

type Opened = { pglite: PGlite; flushed: () => Promise<void> }
const ways: Record<string, (place: string) => Promise<Opened>> = {
  'PGlite as it comes': async (place) => ({ pglite: await PGlite.create({ dataDir: place }), flushed: async () => {} }),
  durable: async (place) => {
    const files = new DurableFiles(place)
    return { pglite: await startPglite(files), flushed: () => files.flushed() }
  },
}

try {
  console.log('| | a new database, ms | a start, ms | commits/s, one at a time | commits/s, ten at a time |')
  console.log('|---|---:|---:|---:|---:|')
  const found = new Map<string, number[][]>(Object.keys(ways).map((name) => [name, []]))
  for (let round = 0; round < rounds; round++) {
    for (const [name, open] of Object.entries(ways))
      found.get(name)?.push(await measure(join(scratch, `${round}-${name}`), open))
  }
  for (const [name, all] of found) {
    const medians = (all[0] ?? []).map((_, column) => median(all.map((figures) => figures[column] ?? 0)))
    console.log(`| ${name} | ${medians.map((figure) => Math.round(figure).toLocaleString('en-US')).join(' | ')} |`)
  }
  await trace(join(scratch, 'traced'))
} finally {
  rmSync(scratch, { recursive: true, force: true })
}

async function measure(place: string, open: (place: string) => Promise<Opened>): Promise<number[]> {
  const made = await timed(async () => {
    const { pglite } = await open(place)
    await pglite.exec('create table notes (id serial primary key, text text not null)')
    await pglite.close()
    if (open === ways.durable) await syncOnce(place)
  })
  let opened: Opened | undefined
  const started = await timed(async () => {
    opened = await open(place)
  })
  const { pglite, flushed } = opened!
  const commit = async () => {
    await pglite.query('insert into notes (text) values ($1)', ['x'.repeat(200)])
    await flushed()
  }
  await commit()
  const alone = await timed(async () => {
    for (let turn = 0; turn < commits; turn++) await commit()
  })
  const together = await timed(() =>
    Promise.all(
      Array.from({ length: 10 }, async () => {
        for (let turn = 0; turn < commits / 10; turn++) await commit()
      }),
    ),
  )
  await pglite.close()
  return [made, started, (commits / alone) * 1000, (commits / together) * 1000]
}

/** Traces the flushed files by their names in the system calls. */
async function trace(place: string): Promise<void> {
  const lines: string[] = []
  const note = (call: string, fd: number) =>
    lines.push(`${call} ${readlinkSync(`/proc/self/fd/${fd}`).replace(`${place}/`, '')}`)
  const files = new DurableFiles(place, {
    content(fd) {
      note('fdatasync', fd)
      fdatasyncSync(fd)
    },
    async contentMeanwhile(fd) {
      note('fdatasync (put off)', fd)
      await promisify(fdatasync)(fd)
    },
    everything(fd) {
      note('fsync', fd)
      fsyncSync(fd)
    },
  })
  const pglite = await startPglite(files)
  await pglite.exec('create table notes (id serial primary key, text text not null)')
  const insert = () => pglite.query(`insert into notes (text) values ('a note')`)
  await insert()
  await files.flushed()
  const steps: [name: string, work: () => Promise<unknown>][] = [
    ['one commit', insert],
    [
      'a transaction of three writes',
      () =>
        pglite.transaction(async (tx) => {
          for (let row = 0; row < 3; row++) await tx.query(`insert into notes (text) values ('a note')`)
        }),
    ],
    ['ten commits at the same moment', () => Promise.all(Array.from({ length: 10 }, insert))],
    ['a read', () => pglite.query('select count(*) from notes')],
    [
      'a commit, and a checkpoint before its flush',
      async () => {
        await insert()
        await pglite.exec('checkpoint')
      },
    ],
  ]
  for (const [name, work] of steps) {
    lines.length = 0
    await work()
    await files.flushed()
    console.log(`\n${name}: ${lines.length === 0 ? 'none' : ''}`)
    for (const line of lines) console.log(`  ${line}`)
  }
  await pglite.close()
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

function median(values: number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN
}
