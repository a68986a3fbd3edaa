import { parseArgs } from 'node:util'
import pLimit from 'p-limit'
import postgres from 'postgres'
import { backupDrill, fullDiskDrill } from './storage/backup-drill'
import { balancerDrill } from './processes/balancer-drill'
import { bucketDrill } from './storage/bucket-drill'
import { diskDrill } from './storage/disk-drill'
import {
  frozenStandbyDrill,
  killedPrimaryDrill,
  namedHosts,
  pooledDrill,
  readOnlyDrill,
  switchedServersDrill,
} from './database/failover-drill'
import { type Figures, newFigures } from './figures'
import { firstStartDrill, killDrill } from './processes/kill-drill'
import { importDrill } from './storage/import-drill'
import { cachedDuringOutageDrill, outageDrill } from './database/outage-drill'
import { newsletterDrill } from './delivery/newsletter-drill'
import { libraryDrill } from './storage/library-drill'
import { mailDrill, mailWorkersDrill } from './delivery/mail-drill'
import { powerDrill } from './storage/power-drill'
import { writeTable } from './reliability-table'
import { restoreDrill } from './storage/restore-drill'
import { rollingDrill } from './processes/rolling-drill'
import { slowDrill } from './processes/slow-drill'
import { type Staleness, stalenessDrills, stalenessTable } from './database/staleness-drill'
import { type StarvingWay, starvingDrill, starvingWays } from './processes/starving-drill'
import { stopDrill } from './processes/stop-drill'
import { webhookDrill } from './delivery/webhook-drill'

/**
 * `bun run test:survival [--short] [--write] [--only=NAME] [--points=N] [--readers=N]`: runs the failure drills,
 * bounded and on loopback only, and prints their tables of figures; `--write` puts them into docs/reliability.md. Those
 * with PostgreSQL need TEST_DATABASE_URL.
 */
const { values: given } = parseArgs({
  options: {
    short: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    only: { type: 'string' },
    points: { type: 'string', default: '200' },
    readers: { type: 'string', default: '1000' },
  },
})
const { short } = given
const serverUrl = process.env.TEST_DATABASE_URL
const made: string[] = []
let staleness: Staleness[] = []

type Drill = {
  name: string
  needsServer?: boolean
  /** Measures durations, so nothing else may run. */
  alone?: boolean
  /**
   * Uses a whole processor; its limits in the short round allow one more such drill at the same time, and nothing else.
   */
  crowds?: boolean
  run: () => Promise<Figures | Figures[] | { leftOut: string }>
}
const zipDrills = (): Drill[] => [
  { name: 'zips', run: () => importDrill({ name: 'embedded', rounds: 11, isZip: true }) },
  {
    name: 'zips',
    run: () => importDrill({ name: 'embedded, pictures in a bucket', rounds: 5, isZip: true, hasBucket: true }),
  },
  {
    name: 'zips',
    needsServer: true,
    run: async () =>
      importDrill({ name: 'PostgreSQL', rounds: 11, isZip: true, env: { DATABASE_URL: await freshDatabase() } }),
  },
]
const drills: Drill[] = [
  { name: 'kill', run: () => killDrill({ name: 'embedded', rounds: short ? 2 : 10 }) },
  {
    name: 'kill',
    needsServer: true,
    run: async () =>
      killDrill({ name: 'PostgreSQL', rounds: short ? 2 : 10, env: { DATABASE_URL: await freshDatabase() } }),
  },
  {
    name: 'first-start',
    run: () => firstStartDrill({ name: 'embedded', rounds: short ? 1 : 8, env: async () => ({}) }),
  },
  {
    name: 'first-start',
    needsServer: true,
    run: () =>
      firstStartDrill({
        name: 'PostgreSQL',
        rounds: short ? 1 : 8,
        env: async () => ({ DATABASE_URL: await freshDatabase() }),
      }),
  },
  { name: 'library', run: () => libraryDrill({ name: 'embedded', rounds: short ? 1 : 10 }) },
  {
    name: 'library',
    needsServer: true,
    run: async () =>
      libraryDrill({ name: 'PostgreSQL', rounds: short ? 2 : 10, env: { DATABASE_URL: await freshDatabase() } }),
  },
  { name: 'mail', run: () => mailDrill({ name: 'embedded', rounds: short ? 3 : 28 }) },
  {
    name: 'mail',
    needsServer: true,
    run: async () =>
      mailDrill({ name: 'PostgreSQL', rounds: short ? 7 : 28, env: { DATABASE_URL: await freshDatabase() } }),
  },
  {
    name: 'mail',
    needsServer: true,
    run: async () => mailWorkersDrill({ databaseUrl: await freshDatabase(), mails: short ? 50 : 300 }),
  },
  {
    name: 'letters',
    run: () =>
      newsletterDrill({ name: 'embedded', readers: short ? 30 : Number(given.readers), rounds: short ? 1 : 10 }),
  },
  {
    name: 'letters',
    needsServer: true,
    run: async () =>
      newsletterDrill({
        name: 'two processes, PostgreSQL',
        readers: short ? 30 : Number(given.readers),
        rounds: short ? 1 : 10,
        env: { DATABASE_URL: await freshDatabase(), WORKERS: '2' },
      }),
  },
  ...(short ? [] : [{ name: 'webhooks', run: () => webhookDrill({ name: 'embedded', rounds: 20 }) }]),
  {
    name: 'webhooks',
    needsServer: true,
    run: async () =>
      webhookDrill({
        name: 'two processes, PostgreSQL',
        rounds: short ? 4 : 20,
        env: { DATABASE_URL: await freshDatabase(), WORKERS: '2' },
      }),
  },
  { name: 'backups', run: () => backupDrill({ name: 'embedded', rounds: short ? 2 : 21 }) },
  {
    name: 'backups',
    needsServer: true,
    run: async () =>
      short
        ? { leftOut: 'the embedded one tells the same' }
        : backupDrill({
            name: 'two processes, PostgreSQL',
            rounds: 21,
            env: { DATABASE_URL: await freshDatabase(), WORKERS: '2' },
          }),
  },
  { name: 'backups', run: fullDiskDrill },
  { name: 'backups', run: () => bucketDrill({ rounds: short ? 1 : 3, short }) },
  { name: 'restores', run: () => restoreDrill({ name: 'embedded', rounds: short ? 2 : 21 }) },
  {
    name: 'restores',
    needsServer: true,
    run: async () =>
      restoreDrill({ name: 'PostgreSQL', rounds: short ? 2 : 21, env: { DATABASE_URL: await freshDatabase() } }),
  },
  ...(short ? [] : [{ name: 'imports', run: () => importDrill({ name: 'embedded', rounds: 11 }) }]),
  {
    name: 'imports',
    needsServer: true,
    run: async () =>
      short
        ? { leftOut: 'the embedded one tells the same' }
        : importDrill({ name: 'PostgreSQL', rounds: 11, env: { DATABASE_URL: await freshDatabase() } }),
  },
  ...(short ? [] : zipDrills()),
  { name: 'stop', alone: true, run: () => stopDrill({ rounds: short ? 1 : 4 }) },
  {
    name: 'outage',
    needsServer: true,
    alone: true,
    run: async () => outageDrill({ databaseUrl: await freshDatabase(), rounds: short ? 1 : 4 }),
  },
  {
    name: 'outage',
    needsServer: true,
    alone: true,
    run: async () => cachedDuringOutageDrill({ databaseUrl: await freshDatabase() }),
  },
  {
    name: 'staleness',
    needsServer: true,
    alone: true,
    run: async () => {
      const drilled = await stalenessDrills({ freshDatabase, rounds: short ? 1 : 10, short })
      staleness = drilled.staleness
      return drilled.figures
    },
  },
  ...(short ? namedHosts.slice(0, 1) : namedHosts).map((query) => ({
    name: 'failover',
    alone: !short,
    run: () => killedPrimaryDrill({ query }),
  })),
  ...(short ? [readOnlyDrill] : [readOnlyDrill, switchedServersDrill, frozenStandbyDrill]).map((run) => ({
    name: 'failover',
    alone: !short,
    run,
  })),
  ...(['session', 'transaction'] as const).map((mode) => ({
    name: 'pooler',
    alone: true,
    run: () => pooledDrill({ mode, turns: short ? 1 : 3 }),
  })),
  {
    name: 'rolling',
    needsServer: true,
    run: async () => rollingDrill({ databaseUrl: await freshDatabase() }),
  },
  ...(short ? [1] : [0, 2]).map((drainSeconds) => ({
    name: 'balancer',
    alone: true,
    run: () => balancerDrill({ requests: short ? 1000 : 5000, drainSeconds }),
  })),
  { name: 'slow', alone: true, run: () => slowDrill({ clients: short ? 150 : 600, seconds: short ? 3 : 15 }) },
  { name: 'disk', run: diskDrill },
  ...(short ? starvingWays.filter(isTelling) : starvingWays).map((way) => ({
    name: 'starving',
    crowds: true,
    run: () => starvingDrill({ ...way, seconds: short ? 3 : 8, slack: short ? 10 : 1 }),
  })),
  {
    name: 'power',
    run: () => powerDrill({ points: short ? 5 : Number(given.points), seconds: short ? 2 : 10, trims: !short }),
  },
]

const chosen = drills.filter(
  ({ name, needsServer }) => (given.only === undefined || name === given.only) && (!needsServer || serverUrl),
)
const found = new Map<Drill, Figures[]>()
// The long round measures recovery times; the short one mostly waits for recoveries, so its drills run in parallel. The
// longest drills are last in the list and start first, so that none runs alone at the end.
const atMost = pLimit(short ? 2 : 1)
const together = (these: Drill[]) => Promise.all(these.toReversed().map((drill) => atMost(() => carryOut(drill))))
await together(chosen.filter(({ alone, crowds }) => !alone && !crowds))
await together(chosen.filter(({ crowds }) => crowds))
for (const drill of chosen.filter(({ alone }) => alone)) await carryOut(drill)
// A shared machine may suspend a process for seconds. What was lost or doubled is no matter of time.
for (const drill of short ? chosen.filter(isLate) : []) {
  console.log(`== again, alone: ${(found.get(drill) ?? []).map((row) => row.drill).join(', ')}`)
  await carryOut(drill)
}
await dropDatabases()
const rows = chosen.flatMap((drill) => found.get(drill) ?? [])
const failed = rows.filter((row) => !isPassed(row)).length

const table = [
  '| drill | rounds | acknowledged writes | lost | doubled | longest answer, ms | longest recovery, ms |',
  '|---|---:|---:|---:|---:|---:|---:|',
  ...rows.map(
    (row) =>
      `| ${row.drill} | ${row.rounds} | ${row.acknowledged} | ${row.lost} | ${row.doubled} | ${row.longestAnswerMs} | ${row.longestRecoveryMs} |`,
  ),
]
const tables = [table, stalenessTable(staleness)].filter((lines) => lines.length > 2)
for (const lines of tables) console.log(`\n${lines.join('\n')}\n`)
if (!serverUrl) console.log('The drills with PostgreSQL were left out: TEST_DATABASE_URL names no server.')
if (given.write) tables.forEach((lines) => writeTable(lines, { isPart: lines === table && given.only !== undefined }))
console.log(` ${rows.length - failed} pass\n ${failed} fail`)
process.exit(failed > 0 ? 1 : 0)

async function carryOut(drill: Drill): Promise<void> {
  const started = performance.now()
  const figures = await drill.run().catch((error: unknown) => ({
    ...newFigures('a drill that broke off'),
    faults: [String(error)],
  }))
  const seconds = Math.round((performance.now() - started) / 1000)
  if ('leftOut' in figures) {
    console.log(`(left out) ${figures.leftOut}`)
  } else {
    found.set(drill, [figures].flat())
    for (const row of [figures].flat()) tell(row, seconds)
  }
}

function tell(figures: Figures, seconds: number): void {
  const { lost, doubled } = figures
  const counts = [lost > 0 && `${lost} lost`, doubled > 0 && `${doubled} doubled`].filter((count) => count !== false)
  const faults = [...counts, ...new Set(figures.faults)].slice(0, 6).join('; ')
  console.log(`(${isPassed(figures) ? 'pass' : 'fail'}) ${figures.drill} [${seconds} s]${faults && `: ${faults}`}`)
}

/** Connections matter most for sign-ups; other requests need only one variant. */
function isTelling({ request, connection }: StarvingWay): boolean {
  return request === 'sign-ups' || connection === (request === 'refused sign-ups' ? 'keep-alive' : 'close')
}

function isLate(drill: Drill): boolean {
  const its = found.get(drill) ?? []
  return its.some((row) => !isPassed(row)) && its.every(({ lost, doubled }) => lost === 0 && doubled === 0)
}

function isPassed({ lost, doubled, faults }: Figures): boolean {
  return lost === 0 && doubled === 0 && faults.length === 0
}

async function freshDatabase(): Promise<string> {
  const name = `drill_${process.pid}_${made.length}`
  made.push(name)
  await onServer((sql) => sql.unsafe(`create database ${name}`))
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
