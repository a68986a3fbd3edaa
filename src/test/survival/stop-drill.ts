import { visitor } from '../client'
import { startSite } from '../site-process'
import { expectThat, type Figures, newFigures, timedInto } from './figures'

/** SIGTERM under load: every request that was accepted is answered, and the process ends with 0 within 10 s. */
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
    const client = visitor(site.url)
    let stopping = false
    let cut = 0
    const loops = Array.from({ length: 16 }, async (_, index) => {
      for (let turn = 0; ; turn++) {
        try {
          const answer =
            index % 4 === 0
              ? await client.write('POST', '/api/waitlist', { email: `stop-${round}-${index}-${turn}@example.com` })
              : await client.get(index % 4 === 1 ? '/' : '/api/projects')
          await answer.arrayBuffer()
          if (answer.ok) figures.acknowledged++
        } catch (error) {
          // A connection refused after the listener closed was never accepted; one that breaks was.
          if (!stopping || !/refused|ConnectionRefused/i.test(String((error as { code?: string }).code ?? error))) cut++
          return
        }
      }
    })
    await Bun.sleep(600)
    stopping = true
    const code = await timedInto(figures, 'longestRecoveryMs', () => site.stop('SIGTERM'))
    await Promise.all(loops)
    expectThat(figures, code === 0, `exit code ${code}`)
    expectThat(figures, cut === 0, `${cut} accepted requests were cut off`)
    await site.dispose()
    figures.rounds++
  }
  expectThat(figures, figures.longestRecoveryMs < 10_000, `it took ${figures.longestRecoveryMs} ms to end`)
  return figures
}
