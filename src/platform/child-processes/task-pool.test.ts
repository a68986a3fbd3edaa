import { describe, expect, test } from 'bun:test'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { HttpError } from '#contract/http-error'
import { type Limits, createTaskPool, type Urgency } from './task-pool'

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
  const { run, atRest } = createTaskPool<{ any(word: Word): Promise<number> }>({
    command: [process.execPath, '-e', obedient],
    ...times,
  })
  return {
    ask: (word: Word, urgency?: Urgency, more: { limits?: Limits; signal?: AbortSignal } = {}) =>
      run('any', [word], { urgency, ...more }),
    atRest,
  }
}
const faultOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof HttpError ? error.status : (error as { code?: string }).code),
  )

describe('child processes', () => {
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

  test.if(process.platform === 'linux')('have limits per task where its caller gives them', async () => {
    const { ask } = processes({ longest: 30_000 })
    expect(await faultOf(ask('spin', 'now', { limits: { seconds: 0.2 } }))).toBe(422)
    expect(await faultOf(ask('wait', 'now', { limits: { seconds: 5 } }))).toBe('done')
  })

  test('end at once with their signal, also those that wait, and others continue', async () => {
    const { ask } = processes({ longest: 30_000 })
    const stopping = new AbortController()
    const { signal } = stopping
    const ended = [1, 2, 3].map(() => faultOf(ask('spin', 'now', { signal })))
    const other = ask('tell', 'soon')
    await Bun.sleep(300)
    const begun = performance.now()
    stopping.abort()
    expect(await Promise.all(ended)).toEqual([503, 503, 503])
    expect(performance.now() - begun).toBeLessThan(5000)
    expect(isThere(await other)).toBe(true)
    expect(await faultOf(ask('tell', 'now', { signal }))).toBe(503)
  })

  test.if(process.platform === 'linux').each(['SIGKILL', 'SIGTERM'] as const)(
    'do not outlive a server that ends by %s, however busy they are',
    async (signal) => {
      const file = join(tmpdir(), crypto.randomUUID())
      const server = Bun.spawn([process.execPath, '-e', parent], { env: { ...process.env, child: busy, file } })
      for (const end = Date.now() + 10_000; !existsSync(file) && Date.now() < end;) await Bun.sleep(20)
      const id = Number(readFileSync(file, 'utf8'))
      rmSync(file)
      expect([id > 0, isThere(id)]).toEqual([true, true])
      server.kill(signal)
      await server.exited
      for (const end = Date.now() + 5000; isThere(id) && Date.now() < end;) await Bun.sleep(20)
      expect(isThere(id)).toBe(false)
    },
  )

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

/** A server whose only task is busy for ever; it ends by `exit`, as the site does. */
const parent = `
  const { createTaskPool } = await import('#platform/child-processes/task-pool')
  const { run } = createTaskPool({ command: [process.execPath, '-e', process.env.child] })
  process.on('SIGTERM', () => process.exit(0))
  setTimeout(() => {}, 60_000)
  await run('any', [process.env.file])
`
/** It writes its own pid into a file. */
const busy = `
  const { serveTasks } = await import('#platform/child-processes/serve-tasks')
  const { renameSync, writeFileSync } = await import('node:fs')
  serveTasks({
    any: async (file) => {
      writeFileSync(file + '.new', String(process.pid))
      renameSync(file + '.new', file)
      for (;;);
    },
  })
`
