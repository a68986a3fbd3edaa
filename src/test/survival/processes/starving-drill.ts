import { join } from 'node:path'
import { administrator, visitor } from '../../client'
import { crowding } from '../../crowding'
import { startSite } from '../../site-process'
import { expectThat, type Figures, newFigures } from '../figures'

const requests = ['sign-ups', 'refused sign-ups', 'pages that are not kept'] as const
const connections = ['close', 'keep-alive'] as const
export type StarvingWay = { request: (typeof requests)[number]; connection: (typeof connections)[number] }
export const starvingWays: StarvingWay[] = requests.flatMap((request) =>
  connections.map((connection) => ({ request, connection })),
)

const clients = 10
/** Milliseconds, on an idle machine. */
const longestKept = 20
const longestLate = 50
const slowestLogin = 3

/**
 * Ten clients send requests continuously, each on new connections or on a persistent one: cached pages, logins, timers
 * and signals still work meanwhile, and a stop answers every accepted request. `slack`: the factor for the limits on
 * a busy machine.
 */
export async function starvingDrill({
  request,
  connection,
  seconds,
  slack,
}: StarvingWay & { seconds: number; slack: number }): Promise<Figures> {
  const figures = newFigures(`${clients} clients without pause, ${request}, ${connection}`)
  const crowded = crowding() * slack
  const throttle = request === 'refused sign-ups' ? '1' : '0'
  const watch = `--preload=${join(import.meta.dir, 'timer-watch.ts')}`
  const site = await startSite({
    env: {
      BUN_OPTIONS: watch,
      THROTTLE: throttle,
      SEED_DEMO: '1',
      ADMIN_USERNAME: administrator.username,
      ADMIN_PASSWORD: administrator.password,
    },
  })
  try {
    const { get } = visitor(site.url)
    for (let time = 0; time < 20; time++) await (await get('/')).arrayBuffer()
    const idle: number[] = []
    for (let time = 0; time < 3; time++) idle.push(await logIn(figures, site.url))
    // A separate process, so that its own event loop does not distort the measurement.
    const crowd = Bun.spawn(
      ['bun', join(import.meta.dir, 'crowd.ts'), site.url, request, connection, String(clients)],
      { stdin: 'pipe', stdout: 'pipe', stderr: 'inherit' },
    )
    await Bun.sleep(500)
    site.signal('SIGUSR2')
    const end = performance.now() + seconds * 1000
    const kept: number[] = []
    const logins: number[] = []
    await Promise.all([
      (async () => {
        while (performance.now() < end) {
          const started = performance.now()
          const answer = await get('/')
          await answer.arrayBuffer()
          kept.push(performance.now() - started)
          expectThat(figures, answer.status === 200, `a kept page answered ${answer.status}`)
          await Bun.sleep(5)
        }
      })(),
      (async () => {
        for (let time = 0; time < 4 && performance.now() < end; time++) logins.push(await logIn(figures, site.url))
      })(),
    ])
    kept.sort((one, other) => one - other)
    const slow = kept[Math.floor(kept.length * 0.99)] ?? Infinity
    const login = median(logins) / median(idle)
    figures.rounds = kept.length
    figures.longestAnswerMs = Math.round(slow)
    expectThat(figures, slow < longestKept * crowded, `kept pages took ${slow.toFixed(1)} ms (p99)`)
    expectThat(figures, login <= slowestLogin * crowded, `a login took ${login.toFixed(1)} times as long as at rest`)

    const started = performance.now()
    crowd.stdin.write('stopping\n')
    crowd.stdin.flush()
    await Bun.sleep(50)
    const code = await site.stop('SIGTERM')
    figures.longestRecoveryMs = Math.round(performance.now() - started)
    const { answered, cut } = (await new Response(crowd.stdout).json()) as { answered: number; cut: number }
    await crowd.exited
    figures.acknowledged = answered
    const late = Number(/timers late by (\d+) ms/.exec(site.output())?.[1] ?? Infinity)
    expectThat(figures, late <= longestLate * crowded, `a timer was ${late} ms late`)
    expectThat(figures, answered > 0 && cut === 0, `${cut} accepted requests were cut off, ${answered} answered`)
    expectThat(
      figures,
      code === 0 && figures.longestRecoveryMs < 10_000,
      `SIGTERM: code ${code} after ${figures.longestRecoveryMs} ms`,
    )
  } finally {
    await site.dispose()
  }
  return figures
}

async function logIn(figures: Figures, url: string): Promise<number> {
  const started = performance.now()
  const answer = await visitor(url).write('POST', '/api/login', administrator)
  await answer.arrayBuffer()
  expectThat(figures, answer.status === 200, `a login answered ${answer.status}`)
  return performance.now() - started
}

const median = (values: number[]) =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Infinity
