import { writeFileSync } from 'node:fs'
import postgres from 'postgres'
import { diskDrill } from './disk-drill'
import { type Figures, newFigures } from './figures'
import { firstStartDrill, killDrill } from './kill-drill'
import { keptDuringOutageDrill, outageDrill } from './outage-drill'
import { libraryDrill } from './library-drill'
import { mailDrill, mailWorkersDrill } from './mail-drill'
import { powerDrill } from './power-drill'
import { slowDrill } from './slow-drill'
import { starvingDrill, starvingWays } from './starving-drill'
import { stopDrill } from './stop-drill'

/**
 * `bun run test:survival [--short] [--write]`: the drills, bounded and on loopback only, and one table of figures;
 * `--write` puts it into docs/reliability.md. Those with PostgreSQL need TEST_DATABASE_URL.
 */
const short = process.argv.includes('--short')
const serverUrl = process.env.TEST_DATABASE_URL
const made: string[] = []

const drills: { needsServer?: boolean; run: () => Promise<Figures | Figures[] | { leftOut: string }> }[] = [
  { run: () => killDrill({ name: 'embedded', rounds: short ? 2 : 10 }) },
  {
    needsServer: true,
    run: async () =>
      killDrill({ name: 'PostgreSQL', rounds: short ? 2 : 10, env: { DATABASE_URL: await freshDatabase() } }),
  },
  { run: () => firstStartDrill({ name: 'embedded', rounds: short ? 2 : 8, env: async () => ({}) }) },
  {
    needsServer: true,
    run: () =>
      firstStartDrill({
        name: 'PostgreSQL',
        rounds: short ? 1 : 8,
        env: async () => ({ DATABASE_URL: await freshDatabase() }),
      }),
  },
  { run: () => libraryDrill({ name: 'embedded', rounds: short ? 2 : 10 }) },
  {
    needsServer: true,
    run: async () =>
      libraryDrill({ name: 'PostgreSQL', rounds: short ? 2 : 10, env: { DATABASE_URL: await freshDatabase() } }),
  },
  { run: () => mailDrill({ name: 'embedded', rounds: short ? 7 : 28 }) },
  {
    needsServer: true,
    run: async () =>
      mailDrill({ name: 'PostgreSQL', rounds: short ? 7 : 28, env: { DATABASE_URL: await freshDatabase() } }),
  },
  {
    needsServer: true,
    run: async () => mailWorkersDrill({ databaseUrl: await freshDatabase(), mails: short ? 50 : 300 }),
  },
  { run: () => stopDrill({ rounds: short ? 1 : 4 }) },
  { needsServer: true, run: async () => outageDrill({ databaseUrl: await freshDatabase(), rounds: short ? 1 : 4 }) },
  { needsServer: true, run: async () => keptDuringOutageDrill({ databaseUrl: await freshDatabase() }) },
  { run: () => slowDrill({ clients: short ? 150 : 600, seconds: short ? 3 : 15 }) },
  { run: diskDrill },
  ...starvingWays.map((way) => ({
    run: () => starvingDrill({ ...way, seconds: short ? 3 : 8, patience: short ? 10 : 1 }),
  })),
  { run: () => powerDrill({ points: short ? 6 : 200, seconds: short ? 3 : 10 }) },
]

const rows: Figures[] = []
let failed = 0
for (const drill of drills) {
  if (drill.needsServer && !serverUrl) continue
  const figures = await drill
    .run()
    .catch((error: unknown) => ({ ...newFigures('a drill that broke off'), faults: [String(error)] }))
  if ('leftOut' in figures) console.log(`(left out) ${figures.leftOut}`)
  else for (const row of [figures].flat()) tell(row)
}
await dropDatabases()

const table = [
  '| drill | rounds | acknowledged writes | lost | doubled | longest answer, ms | longest recovery, ms |',
  '|---|---:|---:|---:|---:|---:|---:|',
  ...rows.map(
    (row) =>
      `| ${row.drill} | ${row.rounds} | ${row.acknowledged} | ${row.lost} | ${row.doubled} | ${row.longestAnswerMs} | ${row.longestRecoveryMs} |`,
  ),
]
console.log(`\n${table.join('\n')}\n`)
if (!serverUrl) console.log('The drills with PostgreSQL were left out: TEST_DATABASE_URL names no server.')
if (process.argv.includes('--write')) writeFileSync('docs/reliability.md', `${report().join('\n')}\n`)
console.log(` ${rows.length - failed} pass\n ${failed} fail`)
process.exit(failed > 0 ? 1 : 0)

function tell(figures: Figures): void {
  rows.push(figures)
  const passed = figures.lost === 0 && figures.doubled === 0 && figures.faults.length === 0
  if (!passed) failed++
  console.log(
    `(${passed ? 'pass' : 'fail'}) ${figures.drill}${figures.faults.length > 0 ? `: ${[...new Set(figures.faults)].slice(0, 6).join('; ')}` : ''}`,
  )
}

function report(): string[] {
  return [
    '# Reliability',
    '',
    'Figures of `bun run test:survival` on a shared virtual machine with two cores. A recovery is the time from the restart of the',
    'process (or the return of the database) to the first whole answer; for SIGTERM it is the time to the end of the process.',
    '',
    ...table,
  ]
}

async function freshDatabase(): Promise<string> {
  const name = `drill_${process.pid}_${made.length}`
  await onServer((sql) => sql.unsafe(`create database ${name}`))
  made.push(name)
  const url = new URL(serverUrl ?? '')
  url.pathname = `/${name}`
  return url.href
}

async function dropDatabases(): Promise<void> {
  for (const name of made) await onServer((sql) => sql.unsafe(`drop database if exists ${name} with (force)`))
}

async function onServer(work: (sql: postgres.Sql) => Promise<unknown>): Promise<void> {
  const sql = postgres(serverUrl ?? '', { max: 1, onnotice: () => {} })
  try {
    await work(sql)
  } finally {
    await sql.end({ timeout: 2 })
  }
}
