import { visitor } from '../../client'
import { type SiteProcess, startSite } from '../../site-process'
import { expectThat, type Figures, newFigures, timedInto, until } from '../figures'

/** SIGTERM under load: every accepted request is answered, and the process exits with 0 within 10 s. */
export async function stopDrill({
  rounds,
  env = {},
}: {
  rounds: number
  env?: Record<string, string>
}): Promise<Figures> {
  const figures = newFigures('SIGTERM under load')
  for (let round = 0; round < rounds; round++) {
    const site = await startSite({ env: { ...env, THROTTLE: '0', SEED_DEMO: '1' } })
    try {
      await stopOnce(figures, site, round)
    } finally {
      await site.dispose()
    }
    figures.rounds++
  }
  expectThat(figures, figures.longestRecoveryMs < 10_000, `it took ${figures.longestRecoveryMs} ms to end`)
  return figures
}

async function stopOnce(figures: Figures, site: SiteProcess, round: number): Promise<void> {
  const client = visitor(site.url)
  let stoppedAt: number | undefined
  let answered = 0
  const cut: string[] = []
  const loops = Array.from({ length: 16 }, async (_, index) => {
    for (let turn = 0; ; turn++) {
      try {
        const answer =
          index % 4 === 0
            ? await client.write('POST', '/api/waitlist', { email: `stop-${round}-${index}-${turn}@example.com` })
            : await client.get(index % 4 === 1 ? '/' : '/api/projects')
        await answer.arrayBuffer()
        answered++
        if (answer.ok) figures.acknowledged++
      } catch (error) {
        const fault = String((error as { code?: string }).code ?? error)
        // A connection refused after the listener closed was never accepted; one that breaks was.
        if (stoppedAt === undefined) cut.push(`${fault} before SIGTERM`)
        else if (!/refused/i.test(fault)) cut.push(`${fault} ${Math.round(performance.now() - stoppedAt)} ms after it`)
        return
      }
    }
  })
  await Bun.sleep(600)
  await until('the load is on', 30_000, async () => answered >= 100)
  stoppedAt = performance.now()
  const code = await timedInto(figures, 'longestRecoveryMs', () => site.stop('SIGTERM'))
  await Promise.all(loops)
  expectThat(figures, code === 0, `exit code ${code}`)
  expectThat(figures, cut.length === 0, `${cut.length} accepted requests were cut off: ${[...new Set(cut)].join(', ')}`)
}
