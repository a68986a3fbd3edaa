import { describe, expect, test } from 'bun:test'
import { HttpError } from '#contract/http-error'
import { createPictureProcesses, type Urgency } from './picture-processes'
import type { Limits } from './process-limits'

/** A fake process that acts on its first argument; results contain its pid. */
const obedient = `
  const told = {
    tell: () => process.send({ made: process.pid }),
    wait: () => setTimeout(told.tell, 50),
    refuse: () => process.send({ fault: { status: 415, messageId: 'errors.notPicture', message: 'no' } }),
    fail: () => process.send({ fault: { message: 'full', code: 'ENOSPC' } }),
    crash: () => process.kill(process.pid, 'SIGSEGV'),
    die: () => process.kill(process.pid, 'SIGKILL'),
    hang: () => {},
    grow: () => { for (;;) (globalThis.all ??= []).push(new Uint8Array(4e6).fill(1)) },
    spin: () => { for (;;); },
  }
  process.on('disconnect', () => process.exit(0))
  process.on('message', ({ given: [word] }) => told[word]())
  process.send('ready')
`
type Word = 'tell' | 'wait' | 'refuse' | 'fail' | 'crash' | 'die' | 'hang' | 'grow' | 'spin'

function processes(times: { idle?: number; longest?: number; limits?: Limits } = {}) {
  const { run, atRest } = createPictureProcesses({ command: [process.execPath, '-e', obedient], ...times })
  const obey = run as unknown as (name: string, given: [Word], urgency?: Urgency) => Promise<number>
  return { ask: (word: Word, urgency?: Urgency) => obey('any', [word], urgency), atRest }
}
const faultOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof HttpError ? error.status : (error as { code?: string }).code),
  )

describe('image worker processes', () => {
  test('take the next task, and there are never more than two', async () => {
    const { ask } = processes()
    const ids = await Promise.all(Array.from({ length: 8 }, () => ask('wait')))
    expect(new Set(ids).size).toBe(2)
    expect(ids).not.toContain(process.pid)
    expect(ids).toContain(await ask('tell'))
  })

  test('serve visitors first, then editors, and report when they are idle', async () => {
    const { ask, atRest } = processes()
    const order: string[] = []
    const noted = (name: string, work: Promise<unknown>) => work.then(() => order.push(name))
    const work = [
      ...[1, 2, 3, 4].map(() => noted('soon', ask('wait', 'soon'))),
      noted('next', ask('wait', 'next')),
      noted('now', ask('wait', 'now')),
      noted('rest', atRest()),
    ]
    await Promise.all(work)
    expect(order).toHaveLength(7)
    expect([order.indexOf('now') < 4, order.indexOf('next') < 5, order.indexOf('rest') > 4]).toEqual([true, true, true])
    await atRest()
  })

  test('get no task while they are being stopped', async () => {
    const { ask } = processes({ idle: 20 })
    for (let round = 0; round < 5; round++) {
      await ask('tell')
      // Runs right after the timer that ends the process.
      await new Promise((resolve) => {
        setTimeout(resolve, 20)
      })
      expect(await faultOf(ask('tell'))).toBe('done')
    }
  })

  test('report what is wrong with a file or with the disk', async () => {
    const { ask } = processes()
    expect([await faultOf(ask('refuse')), await faultOf(ask('fail'))]).toEqual([415, 'ENOSPC'])
  })

  test('crash for one file only: the other tasks are done, by another worker if need be', async () => {
    const { ask } = processes({ longest: 2000 })
    const answers = ['tell', 'crash', 'tell', 'hang', 'tell', 'die', 'tell'] as const
    const given = await Promise.all(answers.map((word) => faultOf(ask(word))))
    expect(given).toEqual(['done', 422, 'done', 422, 'done', 503, 'done'])
  })

  test.if(process.platform === 'linux')('take no more memory or time for a task than allowed', async () => {
    const { ask } = processes({ limits: { memory: 100e6, seconds: 0.3 }, longest: 30_000 })
    const answers = ['tell', 'grow', 'tell', 'spin', 'tell'] as const
    const given = await Promise.all(answers.map((word) => faultOf(ask(word))))
    expect(given).toEqual(['done', 422, 'done', 422, 'done'])
  })

  test('are stopped without an error where they had no time to work, and their time is counted', async () => {
    const { ask } = processes({ limits: { seconds: 5 }, longest: 1000 })
    await expect(ask('hang')).rejects.toMatchObject({
      status: 503,
      messageId: 'errors.notReadInTime',
      options: { headers: { 'Retry-After': '10' } },
    })
  })

  test('stop when idle, and start again for the next task', async () => {
    const { ask } = processes({ idle: 50 })
    const id = await ask('tell')
    expect(isThere(id)).toBe(true)
    for (const end = Date.now() + 10_000; isThere(id) && Date.now() < end;) await Bun.sleep(20)
    expect(isThere(id)).toBe(false)
    expect(await ask('tell')).not.toBe(id)
  })
})

function isThere(id: number): boolean {
  try {
    process.kill(id, 0)
    return true
  } catch {
    return false
  }
}
