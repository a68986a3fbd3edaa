import { readdirSync, readFileSync } from 'node:fs'
import { serverDatabase, testServer } from '#test/database/server-database'
import { startSite } from '#test/site-process'

/**
 * `bun run bench:idle [folders]`: what a process costs that nobody asks anything, embedded and, with TEST_DATABASE_URL,
 * with PostgreSQL: CPU time and wake-ups of all its threads. Builds of other releases in `folders` run beside it, in the
 * same minutes, because the CPU time of a wake-up depends on what else the machine does.
 */
const settleFor = 60_000
const measured = 120_000

const projects = [...process.argv.slice(2), process.cwd()]
const database = testServer ? await serverDatabase() : undefined
const started = await Promise.all(
  projects.flatMap((project) =>
    // The server's database belongs to this release.
    [undefined, ...(database && project === process.cwd() ? [database.url] : [])].map(async (url) => ({
      name: `${project === process.cwd() ? 'this release' : project}, ${url ? 'PostgreSQL' : 'embedded'}`,
      site: await startSite({ project, env: { LOG_LEVEL: 'warn', ...(url && { DATABASE_URL: url }) } }),
    })),
  ),
)
try {
  for (const { site } of started) await (await fetch(site.url)).text()
  await Bun.sleep(settleFor)
  const before = started.map(({ site }) => usageOf(site.pid))
  await Bun.sleep(measured)
  console.log('| | of a core | wake-ups/s, main thread | wake-ups/s, all threads | RSS |')
  console.log('|---|---:|---:|---:|---:|')
  for (const [index, { name, site }] of started.entries()) {
    const was = before[index]!
    const is = usageOf(site.pid)
    const seconds = (is.at - was.at) / 1000
    const wakeUps = (threads: (id: number) => boolean) =>
      [...is.wakeUps]
        .filter(([id]) => threads(id))
        .reduce((sum, [id, count]) => sum + count - (was.wakeUps.get(id) ?? 0), 0)
    console.log(
      `| ${name} | ${((100 * (is.cpu - was.cpu)) / seconds).toFixed(2)} % | ${(wakeUps((id) => id === site.pid) / seconds).toFixed(1)} | ${(wakeUps(() => true) / seconds).toFixed(1)} | ${Math.round(is.resident / 1e6)} MB |`,
    )
  }
} finally {
  await Promise.all(started.map(({ site }) => site.dispose()))
  await database?.drop()
}
process.exit(0)

/** Linux only: CPU seconds of the process, and voluntary context switches by thread. */
function usageOf(pid: number) {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
  const wakeUps = new Map(
    readdirSync(`/proc/${pid}/task`).map((id) => [
      Number(id),
      Number(/^voluntary_ctxt_switches:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/task/${id}/status`, 'utf8'))?.[1]),
    ]),
  )
  const resident = 1024 * Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
  return { at: performance.now(), cpu: (Number(stat[11]) + Number(stat[12])) / 100, wakeUps, resident }
}
